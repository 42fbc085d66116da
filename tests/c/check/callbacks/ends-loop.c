// The program waits for what only a function that is given away can do.
// unknown:
// says: may call handler (given to listen in main)
// unknown: -D RECURSIVE
#include <assert.h>
void listen(void (*)(void));
void pause(void);

static int done;
static void handler(void) { done = 1; }

#ifdef RECURSIVE
static void wait(void) {
    if (!done) {
        pause();
        wait();
    }
}
#else
static void wait(void) {
    while (!done)
        pause();
}
#endif

int main(void) {
    listen(handler);
    wait();
    assert(0);
    return 0;
}
