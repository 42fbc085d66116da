// bug: -D OP=!=
// A literal may be the end of another one.
#include <assert.h>
int main(void)
{
    const char *p = "xab" + 1, *q = "ab";
    assert(p OP q);
    return 0;
}
