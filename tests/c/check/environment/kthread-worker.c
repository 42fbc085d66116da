// Work of a worker runs once each time that it was queued; destroying the worker does what waits.
// proved: --property mutex
// bug: --property mutex -D TWICE
// bug: --property mutex -D HELD
#include "module.h"
typedef _Bool bool;
struct kthread_worker { int any; };
struct kthread_work { void (*func)(struct kthread_work *); };
bool kthread_queue_work(struct kthread_worker *, struct kthread_work *);
void kthread_destroy_worker(struct kthread_worker *);

static struct kthread_worker worker;
static int queued, done;
static void toy_work(struct kthread_work *work)
{
    if (!queued)
        violate();
#ifndef TWICE
    queued = 0;
#else
    if (done)
        violate();
#endif
    use_lock();
    done = 1;
}
static struct kthread_work work = { .func = toy_work };
static irqreturn_t toy_interrupt(int irq, void *data)
{
    queued = 1;
    kthread_queue_work(&worker, &work);
    return 1;
}
static int toy_init(void) { return request_threaded_irq(7, toy_interrupt, 0, 0, "toy", &worker); }
static void toy_exit(void)
{
    free_irq(7, &worker);
#ifdef HELD
    mutex_lock(&lock);
#endif
    kthread_destroy_worker(&worker);
#ifdef HELD
    mutex_unlock(&lock);
#endif
}
module_init(toy_init);
module_exit(toy_exit);
