// A device may be found while its driver is registered, and may not: both are seen before the first routine goes on.
// bug: --property mutex
// bug: --property mutex -D NOT_FOUND
// proved: --property mutex -D AGREES
#include "module.h"
static int found, probes;
static int toy_probe(struct platform_device *device)
{
    use_lock();
    found = 1;
    return 0;
}
static int toy_remove(struct platform_device *device)
{
    found = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void)
{
    int status = __platform_driver_register(&driver, 0);
    if (status)
        return status;
#ifdef NOT_FOUND
    if (!found)
        violate();
#elif !defined AGREES
    if (found)
        violate();
#endif
    return 0;
}
static void toy_exit(void)
{
    platform_driver_unregister(&driver);
    if (found)
        violate();
}
module_init(toy_init);
module_exit(toy_exit);
