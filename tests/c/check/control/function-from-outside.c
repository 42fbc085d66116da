// proved: -D BUG=0
// bug: -D BUG=1
// A function from outside may be one that was given away, or another.
#include <assert.h>
typedef int (*function)(void);
void give(function);
function get(void);
static int own(void) { return 1; }
int main(void)
{
    give(own);
    function f = get();
    if (f) {
        int result = f();
        if (f == own)
            assert(result == 1);
        else
            assert(!BUG || result == 1);
    }
    return 0;
}
