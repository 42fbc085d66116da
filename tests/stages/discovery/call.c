// The condition is carried into the callee, in words of its parameters and its result.
void __VERIFIER_error(void);
int nondet(void);

static int next(int n)
{
    return n + 1;
}

int main(void)
{
    int a = nondet();
    if (a > 10 || a < 0)
        return 0;
    if (next(a) <= 0)
        __VERIFIER_error();
    return 0;
}
