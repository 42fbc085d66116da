// proved: -D BUG=0 --property flags.spec
// bug: -D BUG=1 --property flags.spec
// The rule reads a member through the argument.
int __VERIFIER_nondet_int(void);
struct urb { int flags; struct urb *next; };
void submit(struct urb *);
int main(void)
{
    struct urb b = { 0, 0 }, a = { 1, &b };
    struct urb *u = &a;
    if (__VERIFIER_nondet_int())
        u = u->next;
    u->flags |= 1;
    if (BUG)
        b.flags = 0;
    submit(u);
    return 0;
}
