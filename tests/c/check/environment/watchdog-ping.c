// A watchdog that runs is pinged: by start, if it has no ping. With PING, start is called only while it does not run.
// bug: --property mutex
// proved: --property mutex -D PING
#include "kernel.h"
struct watchdog_device;
struct watchdog_ops {
    int (*start)(struct watchdog_device *);
    int (*stop)(struct watchdog_device *);
    int (*ping)(struct watchdog_device *);
};
struct watchdog_device { const struct watchdog_ops *ops; unsigned long status; };
int watchdog_register_device(struct watchdog_device *);
void watchdog_unregister_device(struct watchdog_device *);
static struct mutex running;
static int started;

static int toy_start(struct watchdog_device *watchdog)
{
    mutex_lock(&running);
    started = 1;
    return 0;
}
static int toy_stop(struct watchdog_device *watchdog)
{
    started = 0;
    mutex_unlock(&running);
    return 0;
}
static int toy_ping(struct watchdog_device *watchdog) { return 0; }
static const struct watchdog_ops operations = {
    .start = toy_start,
    .stop = toy_stop,
#ifdef PING
    .ping = toy_ping,
#endif
};
static struct watchdog_device watchdog = { &operations };
static int toy_init(void) { return watchdog_register_device(&watchdog); }
static void toy_exit(void)
{
    watchdog_unregister_device(&watchdog);
    if (started)
        mutex_unlock(&running);
}
module_init(toy_init);
module_exit(toy_exit);
