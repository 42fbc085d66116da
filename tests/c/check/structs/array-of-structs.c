// proved: -D BUG=0
// bug: -D BUG=1
// An array of structures with a variable index.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct port { unsigned char open; int count; };
static struct port ports[4];
static void open_port(struct port *p) { p->open = 1; p->count++; }
int main(void)
{
    unsigned i = (unsigned)__VERIFIER_nondet_int() % 4;
    open_port(&ports[i]);
    ports[(i + 1) % 4].count = 5;
    assert(ports[i].count == 1 && ports[i].open);
    assert(ports[(i + 2) % 4].count == 0);
    assert(!ports[3].open || i == 3 - BUG);
    return 0;
}
