// While a line is disabled its handler does not run; disabling nests. With BUG, it is enabled as often as it was disabled
// although the handler must not run yet.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
void disable_irq(unsigned int);
void disable_irq_nosync(unsigned int);
void enable_irq(unsigned int);
static struct mutex lock;
static int held;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static int cookie;

static irqreturn_t toy_handler(int number, void *data)
{
    if (held)
        stick();
    return 1;
}

static int toy_open(struct inode *inode, struct file *file)
{
    disable_irq(7);
    disable_irq_nosync(7);
    enable_irq(7);
    held = 1;
#ifdef BUG
    enable_irq(7);
#endif
    return 0;
}
static int toy_release(struct inode *inode, struct file *file)
{
    held = 0;
#ifndef BUG
    enable_irq(7);
#endif
    return 0;
}
static const struct file_operations operations = { .open = toy_open, .release = toy_release };
static struct miscdevice device = { 255, "toy", &operations };

static int toy_init(void)
{
    int status = request_threaded_irq(7, toy_handler, 0, 0, "toy", &cookie);
    if (status)
        return status;
    status = misc_register(&device);
    if (status)
        free_irq(7, &cookie);
    return status;
}
static void toy_exit(void)
{
    misc_deregister(&device);
    free_irq(7, &cookie);
}
module_init(toy_init);
module_exit(toy_exit);
