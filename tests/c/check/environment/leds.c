// A light is set while it is registered, and once more when it goes: what it needs must be there until then. With EARLY the
// power goes before the light. A light that is bound to the device goes after remove.
// proved: --property mutex
// bug: --property mutex -D EARLY
// proved: --property mutex -D MANAGED
// bug: --property mutex -D MANAGED -D EARLY
#include "module.h"
struct led_init_data;
struct led_classdev {
    unsigned int max_brightness;
    void (*brightness_set)(struct led_classdev *, unsigned int);
};
int led_classdev_register_ext(struct device *, struct led_classdev *, struct led_init_data *);
int devm_led_classdev_register_ext(struct device *, struct led_classdev *, struct led_init_data *);
void led_classdev_unregister(struct led_classdev *);

static int power;

static void toy_set(struct led_classdev *led, unsigned int brightness)
{
    use_lock();
    if (!power || brightness > 255)
        violate();
}
static struct led_classdev light = { .brightness_set = toy_set };

static int toy_probe(struct platform_device *device)
{
    int status;
    power = 1;
#ifdef MANAGED
    status = devm_led_classdev_register_ext(&device->dev, &light, 0);
#else
    status = led_classdev_register_ext(&device->dev, &light, 0);
#endif
    if (status)
        power = 0;
    return status;
}
static int toy_remove(struct platform_device *device)
{
#ifdef EARLY
    power = 0;
#endif
#ifndef MANAGED
    led_classdev_unregister(&light);
    power = 0;
#endif
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
