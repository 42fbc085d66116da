// arguments: --blocks statement
// predicate: main: n == 0
// predicate: main: m == 0
//
// What a function without a body returns is unknown: both values of its predicate, and only of its.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int n = 0, m = 0;
    n = nondet();
    if (n != 0 && m != 0)
        __VERIFIER_error();
    return 0;
}
