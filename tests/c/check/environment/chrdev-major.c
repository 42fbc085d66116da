// A character device without a number gets one, which is returned; by it, the device is unregistered. With BUG, the positive
// number is taken for a failure, and the device stays; with FORGOTTEN, number 0 is unregistered, and the device stays.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D FORGOTTEN
#include "kernel.h"
int __register_chrdev(unsigned int, unsigned int, unsigned int, const char *, const struct file_operations *);
void __unregister_chrdev(unsigned int, unsigned int, unsigned int, const char *);
static struct mutex lock;
static int present;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static int major;

static int toy_open(struct inode *inode, struct file *file)
{
    if (!present)
        stick();
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
    present = 1;
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifdef FORGOTTEN
    __unregister_chrdev(0, 0, 256, "toy");
#else
    __unregister_chrdev(major, 0, 256, "toy");
#endif
    present = 0;
    return 0;
}

static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
