// proved: -D BUG=0 --property lock.spec
// bug: -D BUG=1 --property lock.spec
// Which lock is taken is decided by a pointer in a structure.
int __VERIFIER_nondet_int(void);
struct lock { int n; };
void lock(struct lock *), unlock(struct lock *);
static struct lock a, b;
struct dev { struct lock *l; };
int main(void)
{
    struct dev d = { &a }, e = { &b };
    if (__VERIFIER_nondet_int())
        d.l = e.l;
    lock(d.l);
    unlock(d.l);
    lock(&a);
    unlock(BUG ? d.l : &a);
    return 0;
}
