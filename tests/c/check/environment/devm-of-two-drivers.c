// Removing a driver's device releases what is bound to that device, and nothing of another driver's.
// bug: --property mutex
// proved: --property mutex -D OWN
#include "module.h"
static int first_removed, second_removed, cookie;
static irqreturn_t toy_handler(int number, void *data)
{
    use_lock();
#ifdef OWN
    if (second_removed)
        violate();
#else
    if (first_removed)
        violate();
#endif
    return 1;
}
static int first_probe(struct platform_device *device) { first_removed = 0; return 0; }
static int first_remove(struct platform_device *device) { first_removed = 1; return 0; }
static int second_probe(struct platform_device *device)
{
    second_removed = 0;
    return devm_request_threaded_irq(&device->dev, 5, toy_handler, 0, 0, "toy", &cookie);
}
static int second_remove(struct platform_device *device) { second_removed = 1; return 0; }
static struct platform_driver first = { .probe = first_probe, .remove = first_remove };
static struct platform_driver second = { .probe = second_probe, .remove = second_remove };

static int toy_init(void)
{
    int status = __platform_driver_register(&first, 0);
    if (status)
        return status;
    status = __platform_driver_register(&second, 0);
    if (status)
        platform_driver_unregister(&first);
    return status;
}
static void toy_exit(void)
{
    platform_driver_unregister(&second);
    platform_driver_unregister(&first);
}
module_init(toy_init);
module_exit(toy_exit);
