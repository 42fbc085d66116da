// Attributes that a driver has for its devices are there from the end of probing until before removing.
// proved: --property mutex
// bug: --property mutex -D LATER
#include "module.h"
struct attribute { const char *name; };
struct attribute_group { struct attribute **attrs; };
static int power;
static long toy_show(struct device *device, struct device_attribute *attribute, char *page)
{
    use_lock();
    if (!power || !device->driver_data)
        violate();
    return 0;
}
static struct device_attribute attribute = { "toy", toy_show };
static struct attribute *list[] = { (struct attribute *)&attribute, 0 };
static const struct attribute_group group = { list };
static const struct attribute_group *groups[] = { &group, 0 };

static int toy_probe(struct platform_device *device)
{
#ifndef LATER
    power = 1;
#endif
    device->dev.driver_data = &power;
    return 0;
}
static int toy_remove(struct platform_device *device)
{
    device->dev.driver_data = 0;
    power = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove, .driver = { .dev_groups = groups } };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
