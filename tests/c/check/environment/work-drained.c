// What a work queue has to do is done when it was flushed or destroyed, and not again; waiting for it with the lock that
// the work takes is a deadlock (BUG). With OTHER, another queue is flushed; with DELAYED, the work is not on the queue yet.
// proved: --property mutex -D WAIT=destroy_workqueue(queue)
// proved: --property mutex -D WAIT=__flush_workqueue(queue)
// proved: --property mutex -D WAIT=drain_workqueue(queue)
// proved: --property mutex -D WAIT=flush_work(&work.work)
// proved: --property mutex -D WAIT=cancel_work_sync(&work.work)
// proved: --property mutex -D WAIT=cancel_delayed_work_sync(&work) -D DELAYED
// proved: --property mutex -D WAIT=flush_delayed_work(&work) -D DELAYED
// bug: --property mutex -D WAIT=destroy_workqueue(queue) -D BUG
// bug: --property mutex -D WAIT=cancel_work_sync(&work.work) -D BUG
// bug: --property mutex -D WAIT=__flush_workqueue(other)
// bug: --property mutex -D WAIT=__flush_workqueue(queue) -D DELAYED
#include "kernel.h"
bool queue_delayed_work_on(int, struct workqueue_struct *, struct delayed_work *, unsigned long);
bool cancel_delayed_work_sync(struct delayed_work *);
bool flush_work(struct work_struct *);
bool flush_delayed_work(struct delayed_work *);
void destroy_workqueue(struct workqueue_struct *);
void drain_workqueue(struct workqueue_struct *);
void __flush_workqueue(struct workqueue_struct *);
struct workqueue_struct { int any; };

static struct workqueue_struct one, two, *queue = &one, *other = &two;
static struct mutex lock;
static int present;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static struct delayed_work work;

static void toy_work(struct work_struct *work)
{
    if (!present)
        stick();
    mutex_lock(&lock);
    mutex_unlock(&lock);
}
static int toy_probe(struct platform_device *device)
{
    present = 1;
    work.work.func = toy_work;
#ifdef DELAYED
    queue_delayed_work_on(0, queue, &work, 100);
#else
    queue_work_on(0, queue, &work.work);
#endif
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifdef BUG
    mutex_lock(&lock);
    WAIT;
    mutex_unlock(&lock);
#else
    WAIT;
#endif
    present = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
