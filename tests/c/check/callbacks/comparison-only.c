// The address of a function goes nowhere: it is compared, and called here.
// proved:
#include <assert.h>
void elsewhere(int);
static int state;
static void changes(void) { state = 1; }

int main(void) {
    void (*f)(void) = changes;
    elsewhere(f == changes);
    assert(state == 0);
    f();
    assert(state == 1);
    return 0;
}
