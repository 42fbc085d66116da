// proved: -D BUG=0 --property lock.spec
// bug: -D BUG=1 --property lock.spec
// Two locks, of which only one is watched at a time.
int __VERIFIER_nondet_int(void);
struct lock { int n; };
void lock(struct lock *), unlock(struct lock *);
static struct lock a, b;
int main(void)
{
    lock(&a);
    lock(&b);
    unlock(&a);
    if (__VERIFIER_nondet_int())
        lock(BUG ? &b : &a);
    return 0;
}
