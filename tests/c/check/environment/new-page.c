// What is stored in an attribute is new each time, and ends with a zero.
// bug: --property mutex
// proved: --property mutex -D ONCE
// proved: --property mutex -D END
#include "module.h"
static int on;
static long toy_store(struct device *device, struct device_attribute *attribute, const char *page, size_t size)
{
    use_lock();
#ifdef END
    if (page[size] != 0)
        violate();
#elif defined ONCE
    on = page[0] == '1';
    if (page[0] == '0' && on)
        violate();
#else
    if (page[0] == '1')
        on = 1;
    else if (page[0] == '0' && on)
        violate();
#endif
    return size;
}
static struct device_attribute attribute = { "toy", 0, toy_store };
static int toy_probe(struct platform_device *device) { return device_create_file(&device->dev, &attribute); }
static int toy_remove(struct platform_device *device)
{
    device_remove_file(&device->dev, &attribute);
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
