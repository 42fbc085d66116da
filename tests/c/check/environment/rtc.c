// The functions of a clock are called while it is registered, with the device that it was registered for; what is bound to
// a device goes with it. With BUG, reading the time fails with the lock held. A clock whose registration fails is not used.
// proved: --property mutex
// bug: --property mutex -D BUG
// proved: --property mutex -D ALLOCATE
// bug: --property mutex -D ALLOCATE -D BUG
// proved: --property mutex -D ALLOCATE -D REFUSED
#include "kernel.h"
struct rtc_time { int tm_sec; };
struct rtc_wkalrm { unsigned char enabled; };
struct rtc_class_ops {
    int (*read_time)(struct device *, struct rtc_time *);
    int (*read_alarm)(struct device *, struct rtc_wkalrm *);
};
struct rtc_device { struct device dev; const struct rtc_class_ops *ops; };
struct rtc_device *devm_rtc_device_register(struct device *, const char *, const struct rtc_class_ops *, struct module *);
struct rtc_device *devm_rtc_allocate_device(struct device *);
int __devm_rtc_register_device(struct module *, struct rtc_device *);

static struct mutex lock;
static int refused;

static int toy_read_time(struct device *device, struct rtc_time *time)
{
    mutex_lock(&lock);
    if (refused)
        mutex_lock(&lock);
    if (time->tm_sec > 59) {
#ifndef BUG
        mutex_unlock(&lock);
#endif
        return -22;
    }
    mutex_unlock(&lock);
    return 0;
}
static const struct rtc_class_ops operations = { .read_time = toy_read_time };

static int toy_probe(struct platform_device *device)
{
    struct rtc_device *rtc;
#ifdef ALLOCATE
    rtc = devm_rtc_allocate_device(&device->dev);
    if ((unsigned long)rtc > -4096ul)
        return -12;
    rtc->ops = &operations;
#ifdef REFUSED
    refused = 0;
    refused = __devm_rtc_register_device(0, rtc) != 0;
    return 0;
#endif
    return __devm_rtc_register_device(0, rtc);
#else
    rtc = devm_rtc_device_register(&device->dev, "toy", &operations, 0);
    return (unsigned long)rtc > -4096ul ? -12 : 0;
#endif
}

static struct platform_driver driver = { .probe = toy_probe };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
