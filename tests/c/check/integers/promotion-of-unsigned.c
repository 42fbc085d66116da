// proved: -D BUG=0
// bug: -D BUG=1
// bug: -D BUG=2
// Values of unsigned types that are narrower than int become int.
#include <assert.h>
int input(void);
int main(void)
{
    unsigned char a = input(), b = input();
    unsigned short c = input();
    assert(a - b >= (BUG == 1 ? 0 : -255));
    assert(-c <= 0 && ~c < (BUG == 2 ? -1 : 0));
    return 0;
}
