// A table that is never registered is not called: what it would do wrong cannot happen.
// proved: --property mutex
// bug: --property mutex -D REGISTERED
#include "kernel.h"
static struct mutex lock;
static int toy_open(struct inode *inode, struct file *file)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
    return 0;
}
static const struct file_operations operations = { .open = toy_open };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void)
{
    mutex_lock(&lock);
    mutex_unlock(&lock);
#ifdef REGISTERED
    return misc_register(&device);
#else
    return 0;
#endif
}
static void toy_exit(void) { }
module_init(toy_init);
module_exit(toy_exit);
