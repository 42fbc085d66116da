// predicate: main: a[i] == 1
// predicate: main: i == j
//
// A store to one element changes the other only where the indices may be equal.
void __VERIFIER_error(void);
unsigned nondet(void);
int a[4];

int main(void)
{
    unsigned i = nondet() % 4, j = nondet() % 4;
    a[i] = 1;
    while (nondet())
        ;
    a[j] = 2;
    while (nondet())
        ;
    if (i != j && a[i] != 1)
        __VERIFIER_error();
    return 0;
}
