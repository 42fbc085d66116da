// proved: -D BUG=0
// bug: -D BUG=1
// Who is given an object knows what its members point to.
#include <assert.h>
struct node { int *to; };
void give(struct node *);
int *get(void);
static int target, other;
static struct node node;
int main(void)
{
    node.to = BUG ? &target : &other;
    give(&node);
    int *p = get();
    if (p)
        *p = 5;
    assert(target == 0);
    return 0;
}
