// A request completes with 0 or with an error. With BUG, the lock stays locked after an error.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
struct urb { int status; void (*complete)(struct urb *); };
struct urb *usb_alloc_urb(int, gfp_t);
int usb_submit_urb(struct urb *, gfp_t);
void usb_kill_urb(struct urb *);
void usb_free_urb(struct urb *);

static struct mutex lock;
static struct urb *urb;

static void toy_complete(struct urb *urb)
{
    mutex_lock(&lock);
    if (urb->status) {
#ifndef BUG
        mutex_unlock(&lock);
#endif
        return;
    }
    mutex_unlock(&lock);
}

static int toy_init(void)
{
    int status;
    urb = usb_alloc_urb(0, 0);
    if (!urb)
        return -12;
    urb->complete = toy_complete;
    status = usb_submit_urb(urb, 0);
    if (status)
        usb_free_urb(urb);
    return status;
}
static void toy_exit(void)
{
    usb_kill_urb(urb);
    usb_free_urb(urb);
}
module_init(toy_init);
module_exit(toy_exit);
