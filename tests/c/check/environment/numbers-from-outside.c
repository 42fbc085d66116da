// Numbers that a driver reads in a device that it was given are no addresses of its own, and the answer says so. The
// address of a variable of its own that is made narrower (NARROW) is one, and the low half of it need not be the whole.
// proved: --property mutex
// says: numbers from outside: are no addresses of the program
// bug: --property mutex -D NARROW
#include "kernel.h"
struct registers { unsigned long id; };
struct registers *toy_registers(struct platform_device *);

static struct mutex lock;
static int held;

static int toy_probe(struct platform_device *device)
{
    struct registers *at = toy_registers(device);

    if (!at)
        return -1;
    if ((at->id & 255) > 7 && at->id >> 3 != 5) {
        mutex_lock(&lock);
        mutex_unlock(&lock);
    }
#ifdef NARROW
    int low = (int)(long)&held;
    if ((int *)(long)low != &held) {
        mutex_lock(&lock);
        mutex_lock(&lock);
    }
#endif
    return 0;
}
static int toy_remove(struct platform_device *device) { return 0; }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
