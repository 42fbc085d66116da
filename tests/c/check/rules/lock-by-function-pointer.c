// proved: -D BUG=0 --property lock.spec
// bug: -D BUG=1 --property lock.spec
// The functions of the rule are called through pointers.
int __VERIFIER_nondet_int(void);
struct lock { int n; };
void lock(struct lock *), unlock(struct lock *);
static struct lock a;
static void nothing(struct lock *l) { (void)l; }
struct ops { void (*in)(struct lock *), (*out)(struct lock *); };
int main(void)
{
    struct ops o = { lock, unlock };
    if (__VERIFIER_nondet_int())
        o.in = o.out = nothing;
    o.in(&a);
    o.out(&a);
    if (BUG)
        o.out = unlock;
    o.out = BUG ? o.out : nothing;
    o.out(&a);
    return 0;
}
