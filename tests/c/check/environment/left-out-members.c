// Of a table that is called, members that no model knows are listed; functions that the program calls itself are its own.
// proved: --property mutex
// says: struct platform_driver driver: shutdown: is not called by the environment
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
static void toy_shutdown(struct platform_device *device) { violate(); }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove, .shutdown = toy_shutdown };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
