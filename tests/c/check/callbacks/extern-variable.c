// A function is left in a variable that is defined elsewhere; another call leads there.
// unknown: -D WRITES=1
// says: may call changes, which is not followed
// proved: -D WRITES=0
#include <assert.h>
extern void (*hook)(void);
void elsewhere(void);

static int state, other;

static void changes(void) {
    if (WRITES)
        state = 1;
    else
        other = 1;
}

int main(void) {
    hook = changes;
    elsewhere();
    assert(state == 0);
    return 0;
}
