// A line and a cookie name a handler: freeing one line leaves the other one. One handler of two lines is called for both.
// With GONE, a handler runs although the other line of the same cookie was freed; with BOTH, it finds out who called before.
// proved: --property spinlock
// bug: --property spinlock -D GONE
// bug: --property spinlock -D BOTH
#include "kernel.h"
static spinlock_t lock;
static int first, second, gone, seen;

static void stick(void)
{
    spin_lock(&lock);
    spin_lock(&lock);
}

static irqreturn_t toy_handler(int number, void *data)
{
#ifdef BOTH
    seen |= data == &first ? 1 : 2;
    if (seen == 3)
        stick();
#endif
    if (number != 5 && number != 6)
        stick();
    return 1;
}

static irqreturn_t other_handler(int number, void *data)
{
    if (gone)
        stick();
    return 1;
}

static int toy_open(struct inode *inode, struct file *file)
{
#ifdef GONE
    free_irq(5, &first);
#else
    free_irq(7, &first);
#endif
    gone = 1;
    return 0;
}
static const struct file_operations operations = { .open = toy_open };
static struct miscdevice device = { 255, "toy", &operations };

static int toy_init(void)
{
    if (request_threaded_irq(5, toy_handler, 0, 0, "toy", &first))
        return -5;
    if (request_threaded_irq(6, toy_handler, 0, 0, "toy", &second))
        goto free_first;
    if (request_threaded_irq(7, other_handler, 0, 0, "toy", &first))
        goto free_second;
    if (!misc_register(&device))
        return 0;
    free_irq(7, &first);
free_second:
    free_irq(6, &second);
free_first:
    free_irq(5, &first);
    return -5;
}
static void toy_exit(void)
{
    misc_deregister(&device);
    free_irq(6, &second);
    free_irq(5, &first);
}
module_init(toy_init);
module_exit(toy_exit);
