// A file's operations that open replaces are not followed: no proof where they matter.
// unknown: --property mutex
// says: toy_ioctl
// proved: --property mutex -D HARMLESS
#include "module.h"
static long toy_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
#ifndef HARMLESS
    violate();
#endif
    return 0;
}
static const struct file_operations others = { .unlocked_ioctl = toy_ioctl };
static int toy_open(struct inode *inode, struct file *file)
{
    use_lock();
    file->f_op = &others;
    return 0;
}
static const struct file_operations operations = { .open = toy_open };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
