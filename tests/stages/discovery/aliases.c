// Whether two pointers are equal is a predicate of its own.
void __VERIFIER_error(void);
int nondet(void);
int x, y;

int main(void)
{
    int *p = nondet() ? &x : &y, *q = nondet() ? &x : &y;
    *p = 1;
    while (nondet())
        ;
    *q = 2;
    while (nondet())
        ;
    if (p != q && *p != 1)
        __VERIFIER_error();
    return 0;
}
