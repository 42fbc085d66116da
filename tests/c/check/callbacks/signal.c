// A handler of signals may run at any time.
// unknown:
// says: may call handler (given to signal in main)
#include <assert.h>
#include <signal.h>
static int stop;
static void handler(int n) { stop = n; }

int main(void) {
    signal(SIGINT, handler);
    assert(!stop);
    return 0;
}
