// A handler runs only while its interrupt is requested. With BUG, it runs before the lock that it gives back is taken.
// proved: --property spinlock
// bug: --property spinlock -D BUG
#include "kernel.h"
static spinlock_t lock;
static int cookie;

static irqreturn_t toy_handler(int number, void *data)
{
    spin_unlock(&lock);
    spin_lock(&lock);
    return 1;
}

static int toy_init(void)
{
    int status;
#ifndef BUG
    spin_lock(&lock);
#endif
    status = request_threaded_irq(7, toy_handler, 0, 0, "toy", &cookie);
#ifndef BUG
    if (status)
        spin_unlock(&lock);
#endif
    return status;
}

static void toy_exit(void)
{
    free_irq(7, &cookie);
#ifndef BUG
    spin_unlock(&lock);
#endif
}
module_init(toy_init);
module_exit(toy_exit);
