// bug: --predicates learnt-of-one-step.txt
// What was learnt of one step says nothing of another.
#include <assert.h>
int input(void);
int main(void)
{
    int x = input(), y;
    if (input())
        y = x;
    else
        y = input();
    if (x == 0)
        assert(y == 0);
    return 0;
}
