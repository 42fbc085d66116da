// A file of debugfs is used until it, or a directory above it, is removed. With BUG, another directory is removed in its
// place; with STUCK, using it is wrong in itself.
// proved: --property mutex
// bug: --property mutex -D BUG
// bug: --property mutex -D STUCK
#include "kernel.h"
struct dentry;
struct dentry *debugfs_create_dir(const char *, struct dentry *);
struct dentry *debugfs_create_file(const char *, unsigned short, struct dentry *, void *, const struct file_operations *);
void debugfs_remove(struct dentry *);

static struct mutex lock;
static int present;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static struct dentry *top, *other;

static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
#ifdef STUCK
    stick();
#endif
    if (!present)
        stick();
    return 0;
}
static const struct file_operations operations = { .read = toy_read };

static int toy_probe(struct platform_device *device)
{
    present = 1;
    top = debugfs_create_dir("toy", 0);
    other = debugfs_create_dir("other", 0);
    debugfs_create_file("state", 0444, top, 0, &operations);
    return 0;
}

static int toy_remove(struct platform_device *device)
{
#ifdef BUG
    debugfs_remove(other);
#else
    debugfs_remove(top);
#endif
    present = 0;
    return 0;
}

static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
