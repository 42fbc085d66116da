// Handlers of interrupts and timers must not sleep, the thread of an interrupt and what calls a driver otherwise may; a timer
// that is waited for runs in an interrupt too (WAIT), and what comes after it does not (AFTER).
// proved: --property interrupt
// bug: --property interrupt -D HANDLER
// bug: --property interrupt -D TIMER
// bug: --property interrupt -D WAIT
// proved: --property interrupt -D AFTER
#include "kernel.h"
struct timer_list { void (*function)(struct timer_list *); };
struct lock_class_key { int any; };
void init_timer_key(struct timer_list *, void (*)(struct timer_list *), unsigned int, const char *, struct lock_class_key *);
int mod_timer(struct timer_list *, unsigned long);
int del_timer_sync(struct timer_list *);

static struct timer_list timer;
static struct mutex lock;
static int removed;

static void sleep(void)
{
    mutex_lock(&lock);
    mutex_unlock(&lock);
}
static void toy_expired(struct timer_list *timer)
{
#ifdef TIMER
    sleep();
#endif
#ifdef WAIT
    if (removed)
        sleep();
#endif
}
static irqreturn_t toy_interrupt(int irq, void *data)
{
#ifdef HANDLER
    sleep();
#endif
    return 2;
}
static irqreturn_t toy_thread(int irq, void *data)
{
    sleep();
    return 1;
}
static int toy_init(void)
{
    sleep();
    init_timer_key(&timer, toy_expired, 0, "toy", 0);
    if (request_threaded_irq(7, toy_interrupt, toy_thread, 0, "toy", &timer))
        return -16;
    mod_timer(&timer, 100);
    return 0;
}
static void toy_exit(void)
{
    free_irq(7, &timer);
    removed = 1;
    del_timer_sync(&timer);
#ifdef AFTER
    sleep();
#endif
}
module_init(toy_init);
module_exit(toy_exit);
