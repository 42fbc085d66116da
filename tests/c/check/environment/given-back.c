// A device keeps the address of the driver's data, and gives it back: as what it is it may be changed. As something that it is
// not, it is taken not to come back, and the answer says so.
// bug: --property mutex -D AS=data
// proved: --property mutex -D AS=other
// says: pointers from outside: lead to none of the variables and functions that the program names, unless code outside has been given their addresses, and to objects as what these are
#include "kernel.h"
struct data { int id; int busy; };
struct other { int first; int busy; };
void toy_keep(struct platform_device *, void *);
void *toy_kept(struct platform_device *);

static struct mutex lock;
static struct data data;

static int toy_probe(struct platform_device *device)
{
    struct AS *found;

    toy_keep(device, &data);
    data.busy = 0;
    found = toy_kept(device);
    if (found)
        found->busy = 1;
    mutex_lock(&lock);
    if (data.busy)
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
