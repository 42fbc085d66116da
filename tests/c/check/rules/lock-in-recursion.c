// proved: -D BUG=0 --property lock.spec
// bug: -D BUG=1 --property lock.spec
// Every level takes the lock only if the one above has not.
int __VERIFIER_nondet_int(void);
struct lock { int n; };
void lock(struct lock *), unlock(struct lock *);
static struct lock a;
static void f(int held)
{
    if (!held)
        lock(&a);
    if (__VERIFIER_nondet_int())
        f(!BUG);
    if (!held)
        unlock(&a);
}
int main(void)
{
    f(0);
    return 0;
}
