// What is allocated for a device holds anything, unless it is asked to be zero.
// proved: --property mutex
// bug: --property mutex -D ANY
#include "module.h"
void *devm_kmalloc(struct device *, size_t, gfp_t);
struct toy { int number; };
static int toy_probe(struct platform_device *device)
{
#ifdef ANY
    struct toy *toy = devm_kmalloc(&device->dev, sizeof *toy, 0xcc0);
#else
    struct toy *toy = devm_kmalloc(&device->dev, sizeof *toy, 0xdc0);
#endif
    if (!toy)
        return -12;
    use_lock();
    if (toy->number)
        violate();
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
