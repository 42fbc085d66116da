// What may fail returns 0 or the negative number of an error, any of them, and no other number. What waits for a lock says
// so too.
// proved: --property mutex -D RANGE
// bug: --property mutex -D ONE
// proved: --property mutex -D WAITS
// bug: --property mutex -D INTERRUPTED
#include "module.h"
int mutex_lock_interruptible(struct mutex *);
static struct mutex other;
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    int status = mutex_lock_interruptible(&other);
    use_lock();
#ifdef WAITS
    if (status > 0 || status < -4095)
        violate();
#elif defined INTERRUPTED
    if (status == -4)
        violate();
#endif
    if (!status)
        mutex_unlock(&other);
    return status;
}
static const struct file_operations operations = { .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void)
{
    int status = misc_register(&device);
#ifdef RANGE
    if (status > 0 || status < -4095)
        violate();
#elif defined ONE
    if (status == -12)
        violate();
#endif
    return status;
}
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
