// proved: -D BUG=0
// proved: -D BUG=0 -D WRAPPED
// bug: -D BUG=1
// bug: -D BUG=1 -D WRAPPED
// What one new object holds does not change when another is made and written, however often.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct device {
    int flags;
    struct device *parent;
};
#ifdef WRAPPED
static void *allocate(unsigned long size)
{
    void *found = 0;
    if (__VERIFIER_nondet_int())
        found = malloc(size);
    return found;
}
static void *allocate_device(unsigned long size)
{
    void *made = allocate(size);
    return made;
}
#define malloc allocate_device
#endif
int main(void)
{
    while (__VERIFIER_nondet_int()) {
        struct device *bus = malloc(sizeof *bus);
        struct device *port;
        int flags;
        if (!bus)
            continue;
        bus->flags = __VERIFIER_nondet_int() & 32;
        flags = bus->flags;
        port = malloc(sizeof *port);
        if (!port)
            continue;
        if (BUG)
            port = bus;
        port->flags = __VERIFIER_nondet_int();
        port->parent = bus;
        if (flags & 32)
            assert(bus->flags & 32);
    }
    return 0;
}
