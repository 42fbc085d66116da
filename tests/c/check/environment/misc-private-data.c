// A file of a misc device has the device as its private data when it is opened. With BUG, its lock is locked twice.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
struct toy { struct mutex lock; struct miscdevice misc; };

static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    struct miscdevice *misc = file->private_data;
    struct toy *toy = (struct toy *)((char *)misc - __builtin_offsetof(struct toy, misc));
    mutex_lock(&toy->lock);
#ifdef BUG
    mutex_lock(&toy->lock);
#endif
    mutex_unlock(&toy->lock);
    return 0;
}
static const struct file_operations operations = { .read = toy_read };
static struct toy toy = { .misc = { 255, "toy", &operations } };

static int toy_init(void)
{
    mutex_lock(&toy.lock);
    mutex_unlock(&toy.lock);
    return misc_register(&toy.misc);
}
static void toy_exit(void) { misc_deregister(&toy.misc); }
module_init(toy_init);
module_exit(toy_exit);
