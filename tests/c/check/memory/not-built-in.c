// unknown: -D BUG=0
// unknown: -D BUG=1
// What a function does follows from what it is given, and the interpreter does not know how: no run goes past it.
#include <assert.h>
void swab(const void *, void *, long);
int main(void)
{
    char from[2] = { 1, 2 }, to[2] = { 0, 0 };
    swab(from, to, 2);
    assert(to[0] == (BUG ? 1 : 2));
    return 0;
}
