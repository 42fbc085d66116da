// What a memory card is told is new each time.
// bug: --property mutex
// proved: --property mutex -D WITHIN
#include "module.h"
static int up;
static void toy_set(struct mmc_host *host, struct mmc_ios *ios)
{
    use_lock();
#ifdef WITHIN
    up = ios->power_mode;
#endif
    if (ios->power_mode == 0 && up)
        violate();
    if (ios->power_mode == 1)
        up = 1;
}
static const struct mmc_host_ops card = { .set_ios = toy_set };
static struct mmc_host *host;
static int toy_probe(struct platform_device *device)
{
    host = mmc_alloc_host(0, &device->dev);
    if (!host)
        return -12;
    host->ops = &card;
    return mmc_add_host(host);
}
static int toy_remove(struct platform_device *device)
{
    mmc_remove_host(host);
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
