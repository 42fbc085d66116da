// A file is opened, read and closed; what open stores comes back. With BUG, a failing open keeps the lock.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
struct state { struct mutex lock; int reads; };
static struct mutex devices;

static int toy_open(struct inode *inode, struct file *file)
{
    struct state *state;
    if (mutex_lock_interruptible(&devices))
        return -4;
    state = kzalloc(sizeof *state, 0);
    if (!state) {
#ifndef BUG
        mutex_unlock(&devices);
#endif
        return -12;
    }
    file->private_data = state;
    mutex_unlock(&devices);
    return 0;
}

static int toy_release(struct inode *inode, struct file *file)
{
    kfree(file->private_data);
    return 0;
}

static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    struct state *state = file->private_data;
    mutex_lock(&state->lock);
    if (size > 5) {
        mutex_unlock(&state->lock);
        return -5;
    }
    state->reads++;
    mutex_unlock(&state->lock);
    return 0;
}

static const struct file_operations operations = { .open = toy_open, .release = toy_release, .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
