// predicate: : held == 0
// predicate: lock: depth > 0
// predicate: main: n > 0
//
// Arguments become predicates of the callee's parameters, globals are passed along, results come back.
void __VERIFIER_error(void);
int nondet(void);
int held;

static int lock(int depth)
{
    if (depth > 0)
        held = 1;
    return held;
}

int main(void)
{
    int n = nondet();
    int got = lock(n);
    if (n > 0 && held == 0)
        __VERIFIER_error();
    return got;
}
