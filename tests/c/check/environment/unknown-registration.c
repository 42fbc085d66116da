// A table that is given to a function nothing is known of may be called: no proof where that matters, and the functions
// are named.
// unknown: --property mutex
// says: toy_open (given to toyfs_create_file in toy_init)
// unknown: --property mutex -D DRIVERS
// says: toy_probe (given to register_all_drivers in toy_init)
// unknown: --property mutex -D BOTH
// says: toy_read (given to toyfs_create_file in toy_init)
// proved: --property mutex -D HARMLESS
// says: struct file_operations operations: open
// proved: --property mutex --no-callbacks
// says: toyfs_create_file: does not call toy_open
#include "module.h"
void toyfs_create_file(const char *, unsigned short, void *, void *, const struct file_operations *);
#ifndef HARMLESS
#define WRONG violate()
#else
#define WRONG
#endif
static int toy_open(struct inode *inode, struct file *file) { WRONG; return 0; }
static const struct file_operations operations = { .open = toy_open };
static int opened;
static int right_open(struct inode *inode, struct file *file) { opened = 1; return 0; }
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    if (!opened || file->f_op != file->f_inode->i_fop)
        WRONG;
    return 0;
}
static const struct file_operations both = { .open = right_open, .read = toy_read };
static struct miscdevice device = { 255, "toy", &both };
static int toy_probe(struct platform_device *device) { WRONG; return 0; }
static struct platform_driver driver = { .probe = toy_probe };
static struct platform_driver *const drivers[] = { &driver };

static int toy_init(void)
{
    use_lock();
#ifdef DRIVERS
    return register_all_drivers(drivers, 1);
#elif defined BOTH
    toyfs_create_file("toy", 0644, 0, 0, &both);
    return misc_register(&device);
#else
    toyfs_create_file("toy", 0644, 0, 0, &operations);
    return 0;
#endif
}
static void toy_exit(void) { }
module_init(toy_init);
module_exit(toy_exit);
