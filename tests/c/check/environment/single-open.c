// The text of a file is written by one function while the file is open, with the data that opening gave; a file of proc that
// is one function is read until it is removed.
// proved: --property mutex
// bug: --property mutex -D SHOWN
#include "module.h"
struct seq_file { void *private; };
struct proc_dir_entry;
int single_open(struct file *, int (*)(struct seq_file *, void *), void *);
int single_release(struct inode *, struct file *);
struct proc_dir_entry *proc_create_single_data(const char *, unsigned short, struct proc_dir_entry *,
                                               int (*)(struct seq_file *, void *), void *);
void proc_remove(struct proc_dir_entry *);

static int present, number = 7;
static int toy_show(struct seq_file *text, void *data)
{
    use_lock();
    if (!present || text->private != &number)
        violate();
#ifdef SHOWN
    violate();
#endif
    return 0;
}
static int toy_proc_show(struct seq_file *text, void *data)
{
    if (!present || text->private != &number)
        violate();
    return 0;
}
static int toy_open(struct inode *inode, struct file *file) { return single_open(file, toy_show, &number); }
static const struct file_operations operations = { .open = toy_open, .release = single_release };
static struct miscdevice device = { .name = "toy", .fops = &operations };
static struct proc_dir_entry *entry;
static int toy_init(void)
{
    int status = misc_register(&device);
    if (status)
        return status;
    present = 1;
    entry = proc_create_single_data("toy", 0444, 0, toy_proc_show, &number);
    return 0;
}
static void toy_exit(void)
{
    proc_remove(entry);
    misc_deregister(&device);
    present = 0;
}
module_init(toy_init);
module_exit(toy_exit);
