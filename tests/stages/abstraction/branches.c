// predicate: main: n > 10
// predicate: main: n > 5
//
// The condition of a branch is what the predicates say of it; n > 10 with not n > 5 is no state.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int n = nondet();
    if (n > 10)
        n = n - 1;
    if (n > 10 && n <= 5)
        __VERIFIER_error();
    return n;
}
