// An address that is cut into halves and put together again is taken to lead to none of the program's objects, and the answer
// says so. One that stays whole, also as a number, leads where it did.
// bug: --property mutex -D WHOLE
// proved: --property mutex
// says: numbers too narrow for an address
#include "kernel.h"
static struct mutex lock;
static int busy;

static int toy_probe(struct platform_device *device)
{
    unsigned long address = (unsigned long)&busy;
#ifdef WHOLE
    int *found = (int *)address;
#else
    unsigned int low = (unsigned int)address, high = (unsigned int)(address >> 32);
    int *found = (int *)((unsigned long)high << 32 | low);
#endif
    busy = 0;
    *found = 1;
    mutex_lock(&lock);
    if (busy)
        mutex_lock(&lock);
    mutex_unlock(&lock);
    return 0;
}
static int toy_remove(struct platform_device *device) { return 0; }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
