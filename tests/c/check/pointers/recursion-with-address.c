// bug: -D BUG=1
// Every frame of a recursion hands the address of its local to the next.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static void down(int depth, int *up)
{
    int mine = depth;
    if (depth == 0)
        return;
    down(depth - 1, &mine);
    *up += mine;
}
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    int sum = 0;
    down(3, &sum);
    assert(sum == 6 + BUG);
    return 0;
}
