// What a driver is told of the entry that fits its device is what an entry of its table says, the same whenever it asks, or null.
// proved: --property mutex
// bug: --property mutex -D NULL
// bug: --property mutex -D SECOND
#include "module.h"
struct of_device_id { char compatible[16]; const void *data; };
const void *of_device_get_match_data(const struct device *);
struct variant { int channels; void (*start)(void); };
static void toy_start_one(void) { use_lock(); }
static void toy_start_two(void)
{
#ifdef SECOND
    violate();
#endif
}
static const struct variant one = { 1, toy_start_one }, two = { 2, toy_start_two };
static const struct of_device_id ids[] = { { "toy,one", &one }, { "toy,two", &two }, { "" } };
static int toy_probe(struct platform_device *device)
{
    const struct variant *variant = of_device_get_match_data(&device->dev);
#ifdef NULL
    if (!variant)
        violate();
#else
    if (!variant)
        return -19;
#endif
    if (variant != &one && variant != &two)
        violate();
    if (variant != of_device_get_match_data(&device->dev))
        violate();
    variant->start();
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .driver = { .of_match_table = ids } };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
