// arguments: --blocks statement
// predicate: main: *p == 1
// predicate: : x == 1
//
// A store through a pointer changes the predicates of what it may lead to.
void __VERIFIER_error(void);
int nondet(void);
int x, y;

int main(void)
{
    int *p = nondet() ? &x : &y;
    *p = 1;
    if (*p != 1)
        __VERIFIER_error();
    return 0;
}
