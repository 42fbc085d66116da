// bug: -D OP=!=
// proved: -D OP===
// Literals that are alike are one, as with gcc.
#include <assert.h>
int main(void)
{
    const char *p = "a", *q = "a";
    assert(p OP q);
    return 0;
}
