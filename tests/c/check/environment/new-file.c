// Each open has a new file: other flags, another minor number, the misc device in private_data (misc_open).
// While it is open it stays what it is.
// bug: --property mutex
// bug: --property mutex -D MINOR
// proved: --property mutex -D WHILE_OPEN
// proved: --property mutex -D PRIVATE
#include "module.h"
static struct miscdevice device;
static int last = -1;
static int toy_open(struct inode *inode, struct file *file)
{
    int now = file->f_flags & 3;
    use_lock();
#ifdef MINOR
    now = inode->i_rdev & 3;
#endif
#ifdef PRIVATE
    if (file->private_data != &device)
        violate();
    file->private_data = file;
#elif !defined WHILE_OPEN
    if (last != -1 && last != now)
        violate();
#endif
    last = now;
    return 0;
}
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    if (last != (file->f_flags & 3))
        violate();
    return 0;
}
static const struct file_operations operations = {
    .open = toy_open,
#ifdef WHILE_OPEN
    .read = toy_read,
#endif
};
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
