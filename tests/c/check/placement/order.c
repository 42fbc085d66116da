// bug: -D OP=<
// bug: -D OP=>
// proved: -D OP=!=
// Which of two variables comes first is open.
#include <assert.h>
static int first, second;
int main(void)
{
    assert(&first OP &second);
    return 0;
}
