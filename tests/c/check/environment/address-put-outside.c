// A driver puts the address of a variable of its own into a device that it was given, takes it from there as a number and
// asks whether it lies above that of another. No system promises either order: the proof is one for the case that numbers
// from outside are no such addresses, and it says so.
// proved: --property mutex -D ORDER=1
// says: numbers from outside: are no addresses of the program's variables
// bug: --property mutex -D ORDER=-1
#include "kernel.h"
struct registers { unsigned long id; };
struct registers *toy_registers(struct platform_device *);

static struct mutex lock;
static int one, other;

static int toy_probe(struct platform_device *device)
{
    struct registers *at = toy_registers(device);

    if (!at)
        return -1;
    at->id = (unsigned long)&one;
    if (at->id == (unsigned long)&other || (at->id > (unsigned long)&other) == (ORDER > 0)) {
        mutex_lock(&lock);
        mutex_lock(&lock);
    }
    return 0;
}
static int toy_remove(struct platform_device *device) { return 0; }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
