// Between suspend and resume tasks are frozen: no file is used, no device is removed, no module is unloaded. Interrupts go
// on. With BUG, resume forgets what it is for; with HANDLER, an interrupt does not bear to come.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D HANDLER
#include "kernel.h"
static struct mutex lock;
static int asleep;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static int cookie;

static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    if (asleep)
        stick();
    return 0;
}
static const struct file_operations operations = { .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };

static irqreturn_t toy_handler(int number, void *data)
{
#ifdef HANDLER
    if (asleep)
        stick();
#endif
    return 1;
}

static int toy_suspend(struct device *device)
{
    asleep = 1;
    return 0;
}
static int toy_resume(struct device *device)
{
#ifndef BUG
    asleep = 0;
#endif
    return 0;
}
static const struct dev_pm_ops power = { .suspend = toy_suspend, .resume = toy_resume };

static int toy_probe(struct platform_device *platform)
{
    int status = request_threaded_irq(7, toy_handler, 0, 0, "toy", &cookie);
    if (status)
        return status;
    status = misc_register(&device);
    if (status)
        free_irq(7, &cookie);
    return status;
}
static int toy_remove(struct platform_device *platform)
{
    misc_deregister(&device);
    free_irq(7, &cookie);
    if (asleep)
        stick();
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove, .driver = { "toy", &power } };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
