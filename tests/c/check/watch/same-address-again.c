// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// An object that is freed while it is taken: whatever comes after it is another one.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
void take(void *);
void give(void *);
int main(void)
{
    void *p = malloc(8);
    take(p);
    give(p);
    free(p);
    void *q = malloc(8);
    take(q);
    if (!BUG)
        give(q);
    return 0;
}
