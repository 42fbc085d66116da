// run: --value 40 --value 2
// run: --value 40 --no-default-input
// run: --input -
// run: --value twelve
// input: __VERIFIER_nondet_int: 7, 0x3
// Values that the program leaves open come from the command line or a script.
int printf(const char *, ...);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    printf("2 values: %d and %d\n", a, b);
    return a + b;
}
