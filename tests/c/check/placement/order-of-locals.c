// bug: -D OP=<
// bug: -D OP=>
// proved: -D OP=!=
// Which of two variables comes first is open, on the stack too.
#include <assert.h>
int main(void)
{
    int first = 1, second = 2;
    int *p = &first, *q = &second;
    assert(p OP q);
    return 0;
}
