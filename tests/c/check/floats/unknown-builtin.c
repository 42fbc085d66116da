// unknown: -D BUG=0
// unknown: -D BUG=1
// Of a builtin that is not known not even the type is.
#include <assert.h>
int main(void)
{
    long n = (long)__builtin_extend_pointer(&n);
    assert(BUG ? n > 0 : n >= -2147483648L);
    return 0;
}
