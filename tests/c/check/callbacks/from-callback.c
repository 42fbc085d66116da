// Only the function that is given away gives away the one that matters.
// unknown:
// says: may call handler (given to request_irq in probe)
#include <assert.h>
int register_driver(int (*)(int));
int request_irq(int, void (*)(void));

static int state;

static void handler(void) { state = 1; }
static int probe(int n) { return request_irq(n, handler); }

int main(void) {
    register_driver(probe);
    assert(state == 0);
    return 0;
}
