// What a driver adds to its device is done when it leaves the device, the last one first, also where probing fails later.
// With ORDER, the first is expected to be done before the last.
// proved: --property mutex
// bug: --property mutex -D ORDER
// bug: --property mutex -D FAILS
#include "module.h"
int devm_add_action(struct device *, void (*)(void *), void *);
int fails(void);
static int first, last;

static void toy_first(void *data)
{
    use_lock();
    if (!first || last)
        violate();
    first = 0;
}
static void toy_last(void *data)
{
    if (!last || *(int *)data != 7)
        violate();
#ifdef ORDER
    if (first)
        violate();
#endif
    last = 0;
}
static int number = 7;
static int toy_probe(struct platform_device *device)
{
    int status = devm_add_action(&device->dev, toy_first, 0);
    if (status)
        return status;
    first = 1;
    status = devm_add_action(&device->dev, toy_last, &number);
    if (status) {
        return status;
    }
    last = 1;
    if (fails()) {
#ifdef FAILS
        last = 0;
#endif
        return -5;
    }
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void)
{
    platform_driver_unregister(&driver);
    if (first || last)
        violate();
}
module_init(toy_init);
module_exit(toy_exit);
