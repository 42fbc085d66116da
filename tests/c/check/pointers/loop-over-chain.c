// proved: -D BUG=0
// bug: -D BUG=1
// A pointer follows a chain of locals that point to one another.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct node c = { 0, 3 }, b = { &c, 2 }, a = { &b, 1 };
    int sum = 0;
    b.next = 0;
    a.next->next = &c;
    for (struct node *n = &a; n; n = n->next)
        sum = sum * 10 + n->value;
    assert(sum == 123 + BUG);
    return 0;
}
