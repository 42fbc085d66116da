// What the library calls is told in the same words.
// unknown:
// says: code outside of the program may call last (given to atexit), which is not followed
#include <assert.h>
#include <stdlib.h>
static int state;
static void last(void) { assert(state != 7); }

int main(int argc, char **argv) {
    atexit(last);
    state = argc;
    return 0;
}
