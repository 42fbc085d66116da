// A notifier of reboots is called while it is registered, and once. With BUG, it keeps the lock when something is wrong; with
// TWICE, it relies on not being called a second time, with LATE on not being called after it was unregistered.
// proved: --property mutex
// bug: --property mutex -D BUG
// proved: --property mutex -D TWICE
// proved: --property mutex -D LATE
#include "module.h"
struct notifier_block { int (*notifier_call)(struct notifier_block *, unsigned long, void *); };
int register_reboot_notifier(struct notifier_block *);
int unregister_reboot_notifier(struct notifier_block *);

static int called, gone;

static int toy_notified(struct notifier_block *block, unsigned long action, void *data)
{
#ifdef BUG
    if (action == 2)
        violate();
#endif
#ifdef TWICE
    if (called)
        violate();
    called = 1;
#endif
#ifdef LATE
    if (gone)
        violate();
#endif
    if (action < 1 || action > 3)
        violate();
    use_lock();
    return 0;
}
static struct notifier_block block = { toy_notified };

static int toy_init(void)
{
    if (register_reboot_notifier(&block)) {
        use_lock();
        return -5;
    }
    return 0;
}
static void toy_exit(void)
{
    unregister_reboot_notifier(&block);
    gone = 1;
    use_lock();
}
module_init(toy_init);
module_exit(toy_exit);
