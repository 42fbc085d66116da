// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// Two objects at a time: what is done to one is not done to the other.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void take(void *);
void give(void *);
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        void *p = malloc(8);
        void *q = malloc(8);
        take(p);
        take(BUG ? p : q);
        give(p);
        give(q);
    }
    return 0;
}
