// A probe that fails gives back what belongs to the device, also where platform_driver_probe calls it. With BUG, the
// interrupt is nobody's and stays.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "module.h"
int __platform_driver_probe(struct platform_driver *, int (*)(struct platform_device *), struct module *);
static int failed, cookie;
static irqreturn_t toy_handler(int number, void *data)
{
    use_lock();
    if (failed)
        violate();
    return 1;
}
static int toy_probe(struct platform_device *device)
{
#ifdef BUG
    int status = request_threaded_irq(5, toy_handler, 0, 0, "toy", &cookie);
#else
    int status = devm_request_threaded_irq(&device->dev, 5, toy_handler, 0, 0, "toy", &cookie);
#endif
    if (status)
        return status;
    failed = 1;
    return -19;
}
static int toy_remove(struct platform_device *device) { return 0; }
static struct platform_driver driver = { .remove = toy_remove };
static int toy_init(void)
{
    __platform_driver_probe(&driver, toy_probe, 0);
    return 0;
}
static void toy_exit(void) { }
module_init(toy_init);
module_exit(toy_exit);
