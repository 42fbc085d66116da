// A path that can be taken is the end: no predicates.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    int x = nondet(), y = x + 1;
    while (nondet())
        ;
    if (y == 1234568)
        __VERIFIER_error();
    return 0;
}
