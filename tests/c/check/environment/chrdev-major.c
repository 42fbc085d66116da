// A character device without a number gets one, which is returned; by it, the device is unregistered. With BUG, the positive
// number is taken for a failure that leaves the lock; with FORGOTTEN, number 0 is unregistered, and the device stays.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D FORGOTTEN
#include "kernel.h"
int __register_chrdev(unsigned int, unsigned int, unsigned int, const char *, const struct file_operations *);
void __unregister_chrdev(unsigned int, unsigned int, unsigned int, const char *);
static struct mutex absent;
static int major;

static int toy_open(struct inode *inode, struct file *file)
{
    mutex_lock(&absent);
    mutex_unlock(&absent);
    return 0;
}
static const struct file_operations operations = { .open = toy_open };

static int toy_probe(struct platform_device *device)
{
    major = __register_chrdev(0, 0, 256, "toy", &operations);
#ifdef BUG
    if (major)
        return -5;
#else
    if (major < 0)
        return major;
#endif
    mutex_unlock(&absent);
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifdef FORGOTTEN
    __unregister_chrdev(0, 0, 256, "toy");
#else
    __unregister_chrdev(major, 0, 256, "toy");
#endif
    mutex_lock(&absent);
    return 0;
}

static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void)
{
    int status;
    mutex_lock(&absent);
    status = __platform_driver_register(&driver, 0);
    if (status)
        mutex_unlock(&absent);
    return status;
}
static void toy_exit(void)
{
    platform_driver_unregister(&driver);
    mutex_unlock(&absent);
}
module_init(toy_init);
module_exit(toy_exit);
