// The function that is given away decides which function the program calls afterwards.
// unknown:
// says: may call change (given to listen in main)
#include <assert.h>
void listen(void (*)(void));

static void good(void) {}
static void bad(void) { assert(0); }
static void (*hook)(void) = good;
static void change(void) { hook = bad; }

int main(void) {
    listen(change);
    hook();
    return 0;
}
