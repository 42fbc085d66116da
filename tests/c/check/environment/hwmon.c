// Sensors are read with the data that they were registered with, while they are registered. With BUG a value is read
// after what it needs has gone.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D LIMIT
#include "module.h"
struct hwmon_ops {
    unsigned short (*is_visible)(const void *, int, unsigned int, int);
    int (*read)(struct device *, int, unsigned int, int, long *);
    int (*write)(struct device *, int, unsigned int, int, long);
};
struct hwmon_channel_info;
struct hwmon_chip_info { const struct hwmon_ops *ops; const struct hwmon_channel_info *const *info; };
struct attribute_group;
struct device *hwmon_device_register_with_info(struct device *, const char *, void *, const struct hwmon_chip_info *,
                                               const struct attribute_group **);
void hwmon_device_unregister(struct device *);

struct toy { int power; struct device *hwmon; };
static struct toy toy;

static unsigned short toy_is_visible(const void *data, int type, unsigned int attribute, int channel) { return 0444; }
static int toy_read(struct device *device, int type, unsigned int attribute, int channel, long *value)
{
    struct toy *toy = device->driver_data;
    use_lock();
    if (!toy->power || channel < 0)
        violate();
    *value = channel;
    return 0;
}
static int toy_write(struct device *device, int type, unsigned int attribute, int channel, long value)
{
#ifdef LIMIT
    if (value < 0)
        violate();
#endif
    return 0;
}
static const struct hwmon_ops operations = { .is_visible = toy_is_visible, .read = toy_read, .write = toy_write };
static const struct hwmon_chip_info chip = { &operations };

static int toy_probe(struct platform_device *device)
{
    toy.power = 1;
    toy.hwmon = hwmon_device_register_with_info(&device->dev, "toy", &toy, &chip, 0);
    return (unsigned long)toy.hwmon > -4096ul ? -12 : 0;
}
static int toy_remove(struct platform_device *device)
{
#ifndef BUG
    hwmon_device_unregister(toy.hwmon);
#endif
    toy.power = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
