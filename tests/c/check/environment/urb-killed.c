// A request that is killed has completed then, and is not accepted meanwhile. With BUG, it is
// only unlinked, and completes later.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
struct urb { int status; void (*complete)(struct urb *); };
struct urb *usb_alloc_urb(int, gfp_t);
int usb_submit_urb(struct urb *, gfp_t);
void usb_kill_urb(struct urb *);
int usb_unlink_urb(struct urb *);

static struct mutex lock;
static int opened;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static struct urb *urb;

static void toy_complete(struct urb *urb)
{
    if (!opened)
        stick();
    usb_submit_urb(urb, 0);
}

static int toy_open(struct inode *inode, struct file *file)
{
    opened = 1;
    return usb_submit_urb(urb, 0);
}
static int toy_release(struct inode *inode, struct file *file)
{
#ifdef BUG
    usb_unlink_urb(urb);
#else
    usb_kill_urb(urb);
#endif
    opened = 0;
    return 0;
}
static const struct file_operations operations = { .open = toy_open, .release = toy_release };
static struct miscdevice device = { 255, "toy", &operations };

static int toy_init(void)
{
    urb = usb_alloc_urb(0, 0);
    if (!urb)
        return -12;
    urb->complete = toy_complete;
    return misc_register(&device);
}
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
