// Removal comes only after a probe that succeeded, and a device is probed again only after it was removed. With BUG, probe
// leaves the lock to remove although it fails.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
static struct mutex in_use;

static int toy_probe(struct platform_device *device)
{
    mutex_lock(&in_use);
    device->dev.driver_data = kzalloc(8, 0);
    if (!device->dev.driver_data) {
#ifndef BUG
        mutex_unlock(&in_use);
#endif
        return -12;
    }
    return 0;
}

static int toy_remove(struct platform_device *device)
{
    kfree(device->dev.driver_data);
    mutex_unlock(&in_use);
    return 0;
}

static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
