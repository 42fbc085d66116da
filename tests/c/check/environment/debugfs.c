// A file of debugfs is used until it, or a directory above it, is removed. The lock is held while there is no device. With
// BUG, another directory is removed in its place; with STUCK, the file locks it twice.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D STUCK
#include "kernel.h"
struct dentry;
struct dentry *debugfs_create_dir(const char *, struct dentry *);
struct dentry *debugfs_create_file(const char *, unsigned short, struct dentry *, void *, const struct file_operations *);
void debugfs_remove(struct dentry *);

static struct mutex absent;
static struct dentry *top, *other;

static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    mutex_lock(&absent);
#ifdef STUCK
    mutex_lock(&absent);
#endif
    mutex_unlock(&absent);
    return 0;
}
static const struct file_operations operations = { .read = toy_read };

static int toy_probe(struct platform_device *device)
{
    mutex_unlock(&absent);
    top = debugfs_create_dir("toy", 0);
    other = debugfs_create_dir("other", 0);
    debugfs_create_file("state", 0444, debugfs_create_dir("inner", top), 0, &operations);
    return 0;
}

static int toy_remove(struct platform_device *device)
{
#ifdef BUG
    debugfs_remove(other);
#else
    debugfs_remove(top);
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
