// proved:
// Literals that differ are not one.
#include <assert.h>
int main(void)
{
    const char *p = "ab", *q = "ac";
    assert(p != q);
    return 0;
}
