// A timer that is deleted or shut down does not run any more. With BUG, it is waited for with the lock that it takes; with
// AGAIN, it is armed again after it was deleted; one that was shut down is not.
// proved: --property mutex -D DELETE=del_timer
// proved: --property mutex -D DELETE=timer_delete
// proved: --property mutex -D DELETE=timer_delete_sync
// proved: --property mutex -D DELETE=timer_shutdown_sync -D AGAIN
// bug: --property mutex -D DELETE=timer_delete_sync -D AGAIN
// bug: --property mutex -D DELETE=del_timer_sync -D BUG
#include "kernel.h"
struct timer_list { void (*function)(struct timer_list *); };
struct lock_class_key { int any; };
void init_timer_key(struct timer_list *, void (*)(struct timer_list *), unsigned int, const char *, struct lock_class_key *);
int mod_timer(struct timer_list *, unsigned long);
int DELETE(struct timer_list *);
static struct mutex lock;
static int present;
static void stick(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
static struct timer_list timer;

static void toy_expired(struct timer_list *timer)
{
    if (!present)
        stick();
    mutex_lock(&lock);
    mutex_unlock(&lock);
}
static int toy_probe(struct platform_device *device)
{
    present = 1;
    init_timer_key(&timer, toy_expired, 0, "toy", 0);
    mod_timer(&timer, 100);
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifdef BUG
    mutex_lock(&lock);
    DELETE(&timer);
    mutex_unlock(&lock);
#else
    DELETE(&timer);
#endif
    present = 0;
#ifdef AGAIN
    mod_timer(&timer, 100);
#endif
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
