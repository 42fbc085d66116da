// arguments: --blocks basic
// predicate: main: i == 0
// predicate: main: i == 1
// predicate: main: s == 0
// predicate: main: s == 1
//
// Predicates of one shape keep coming: an invariant of the loop is looked for.
void __VERIFIER_error(void);
int nondet(void);

int main(void)
{
    unsigned i = 0, s = 0;
    while (nondet()) {
        i++;
        s++;
    }
    if (i != s)
        __VERIFIER_error();
    return 0;
}
