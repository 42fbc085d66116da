// Drivers that are registered together are probed, and removed together; older kernels have a function for one.
// proved: --property mutex
// bug: --property mutex -D BUG
// proved: --property mutex -D ONE
// bug: --property mutex -D ONE -D BUG
#include "kernel.h"
int __platform_register_drivers(struct platform_driver *const *, unsigned int, struct module *);
void platform_unregister_drivers(struct platform_driver *const *, unsigned int);
int platform_driver_register(struct platform_driver *);
static struct mutex in_use;

static int toy_probe(struct platform_device *device)
{
    mutex_lock(&in_use);
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifndef BUG
    mutex_unlock(&in_use);
#endif
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
#ifdef ONE
static int toy_init(void) { return platform_driver_register(&driver); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
#else
static struct platform_driver *const all[] = { &driver };
static int toy_init(void) { return __platform_register_drivers(all, 1, 0); }
static void toy_exit(void) { platform_unregister_drivers(all, 1); }
#endif
module_init(toy_init);
module_exit(toy_exit);
