// An entry of proc is used until it is removed, and closed then. With BUG, closing it forgets a lock; with STAYS, the entry is not
// removed with the device.
// proved: --property mutex
// proved: --property mutex -D BY_NAME
// bug: --property mutex -D BUG
// bug: --property mutex -D STAYS
#include "kernel.h"
struct proc_dir_entry;
struct proc_ops {
    int (*proc_open)(struct inode *, struct file *);
    long (*proc_read)(struct file *, char *, size_t, loff_t *);
    int (*proc_release)(struct inode *, struct file *);
};
struct proc_dir_entry *proc_create(const char *, unsigned short, struct proc_dir_entry *, const struct proc_ops *);
void proc_remove(struct proc_dir_entry *);
void remove_proc_entry(const char *, struct proc_dir_entry *);

static struct mutex opened;
static struct mutex lock;
static int present;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static struct proc_dir_entry *entry;

static int toy_open(struct inode *inode, struct file *file)
{
    mutex_lock(&opened);
    return 0;
}
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    if (!present)
        stick();
    return 0;
}
static int toy_release(struct inode *inode, struct file *file)
{
#ifndef BUG
    mutex_unlock(&opened);
#endif
    return 0;
}
static const struct proc_ops operations = { toy_open, toy_read, toy_release };

static int toy_probe(struct platform_device *device)
{
    entry = proc_create("toy", 0444, 0, &operations);
    if (!entry)
        return -12;
    present = 1;
    return 0;
}

static int toy_remove(struct platform_device *device)
{
#if defined BY_NAME
    remove_proc_entry("toy", 0);
#elif !defined STAYS
    proc_remove(entry);
#endif
    present = 0;
    return 0;
}

static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
