// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// bug: -D BUG=2 --property held.spec
// An object in each round; the wrong one is that of some round.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void take(void *);
void give(void *);
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        void *p = malloc(8);
        take(p);
        if (BUG == 1 && __VERIFIER_nondet_int())
            take(p);
        if (BUG == 2 && __VERIFIER_nondet_int())
            continue;
        give(p);
    }
    return 0;
}
