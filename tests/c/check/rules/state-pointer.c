// proved: -D BUG=0 --property owner.spec
// bug: -D BUG=1 --property owner.spec
// Who owns is a pointer of the rule.
int __VERIFIER_nondet_int(void);
struct task { int id; };
void take(struct task *), give(struct task *);
static struct task a, b;
int main(void)
{
    struct task *t = __VERIFIER_nondet_int() ? &a : &b;
    take(t);
    if (t == &a)
        give(BUG ? &b : &a);
    else
        give(t);
    return 0;
}
