// An assertion in a function that is given away.
// unknown: -D BUG=1
// unknown: -D BUG=0
// bug: -D BUG=1 --entry called
#include <assert.h>
void listen(void (*)(int));

static void called(int n) { assert(!BUG || n != 3); }

int main(void) {
    listen(called);
    assert(1);
    return 0;
}
