// proved: -D BUG=0 --property held.spec
// bug: -D BUG=1 --property held.spec
// Each activation makes an object; the wrong one takes that of its caller again.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void take(void *);
void give(void *);
static void nest(void *outer)
{
    void *p = malloc(8);
    take(p);
    if (!BUG)
        give(p);
    if (__VERIFIER_nondet_int())
        nest(p);
    if (BUG && outer)
        take(outer);
    if (BUG)
        give(p);
}
int main(void)
{
    nest(0);
    return 0;
}
