// proved: -D BUG=0 --property lock.spec
// bug: -D BUG=1 --property lock.spec
// An array of locks, each taken once.
int __VERIFIER_nondet_int(void);
struct lock { int n; };
void lock(struct lock *), unlock(struct lock *);
static struct lock all[3];
int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 2 || j < 0 || j > 2)
        return 0;
    lock(&all[i]);
    if (i != j || BUG)
        lock(&all[j]);
    return 0;
}
