// Of a table that is called, members that no model knows are listed; functions that the program calls itself are its own.
// proved: --property mutex
// says: struct platform_driver driver: shutdown: is not called by the environment
// unknown: --property mutex -D GROUPS
// says: toy_show (known to the kernel)
#include "module.h"
struct chip { int (*reset)(struct chip *); };
static int toy_reset(struct chip *chip) { mutex_lock(&lock); return 0; }
static const struct chip chips = { toy_reset };
static int toy_probe(struct platform_device *device)
{
    struct chip *chip = kzalloc(sizeof *chip, 0);
    if (!chip)
        return -12;
    *chip = chips;
    device->dev.driver_data = chip;
    chip->reset(chip);
    mutex_unlock(&lock);
    return 0;
}
static int toy_remove(struct platform_device *device)
{
    kfree(device->dev.driver_data);
    return 0;
}
#ifdef GROUPS
/* The core of drivers makes files of these; no model does. */
static long toy_show(struct device *device, struct device_attribute *attribute, char *page) { violate(); return 0; }
static struct device_attribute attribute = { "toy", toy_show };
static struct device_attribute *const attributes[] = { &attribute, 0 };
#define FILES .driver = { "toy", attributes }
#else
#define FILES .driver = { "toy" }
#endif
static void toy_shutdown(struct platform_device *device) { violate(); }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove, .shutdown = toy_shutdown, FILES };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
