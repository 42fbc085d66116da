// proved: -D BUG=0 --property exit.spec
// bug: -D BUG=1 --property exit.spec
// What a function returns is seen at its exit, the parameter as it is then.
int __VERIFIER_nondet_int(void);
static int clamp(int n)
{
    if (n > 10)
        n = 10;
    if (n < 0)
        n = BUG ? n : 0;
    return n;
}
int main(void)
{
    return clamp(__VERIFIER_nondet_int());
}
