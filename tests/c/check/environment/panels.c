// A backlight is updated with a brightness that there is, and a cooler is asked for its greatest state first.
// proved: --property mutex
// bug: --property mutex -D GREATEST
// bug: --property mutex -D STATE
#include "module.h"
enum backlight_type { RAW = 1 };
struct backlight_properties { int brightness, max_brightness, power; unsigned int state; enum backlight_type type; };
struct backlight_device;
struct backlight_ops { int (*update_status)(struct backlight_device *); };
struct backlight_device { struct backlight_properties props; const struct backlight_ops *ops; struct device dev; };
struct backlight_device *devm_backlight_device_register(struct device *, const char *, struct device *, void *,
                                                        const struct backlight_ops *, const struct backlight_properties *);
struct thermal_cooling_device_ops;
struct thermal_cooling_device { void *devdata; const struct thermal_cooling_device_ops *ops; };
struct thermal_cooling_device_ops {
    int (*get_max_state)(struct thermal_cooling_device *, unsigned long *);
    int (*set_cur_state)(struct thermal_cooling_device *, unsigned long);
};
struct thermal_cooling_device *thermal_cooling_device_register(const char *, void *, const struct thermal_cooling_device_ops *);
void thermal_cooling_device_unregister(struct thermal_cooling_device *);

static int power, asked;
static int toy_update(struct backlight_device *device)
{
    use_lock();
    if (!power)
        violate();
#ifdef GREATEST
    if (device->props.brightness == 5)
        violate();
#endif
    return 0;
}
static const struct backlight_ops light = { .update_status = toy_update };
static const struct backlight_properties properties = { .brightness = 2, .max_brightness = 5, .type = RAW };
static int toy_max(struct thermal_cooling_device *cooler, unsigned long *state)
{
    asked = 1;
    *state = 3;
    return 0;
}
static int toy_cool(struct thermal_cooling_device *cooler, unsigned long state)
{
    if (!asked)
        violate();
#ifdef STATE
    if (state > 3)
        violate();
#endif
    return state > 3 ? -22 : 0;
}
static const struct thermal_cooling_device_ops coolers = { .get_max_state = toy_max, .set_cur_state = toy_cool };
static struct thermal_cooling_device *cooler;
static int toy_probe(struct platform_device *device)
{
    struct backlight_device *made;
    power = 1;
    made = devm_backlight_device_register(&device->dev, "toy", &device->dev, 0, &light, &properties);
    if ((unsigned long)made > -4096ul)
        return -12;
    cooler = thermal_cooling_device_register("toy", &power, &coolers);
    return (unsigned long)cooler > -4096ul ? -12 : 0;
}
static int toy_remove(struct platform_device *device)
{
    thermal_cooling_device_unregister(cooler);
    power = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
