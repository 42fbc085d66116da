// A high-resolution timer runs in an interrupt once it was started, again if it says so, and not after it was cancelled.
// proved: --property mutex
// bug: --property mutex -D AGAIN
// bug: --property mutex -D STAYS
// bug: --property interrupt -D SLEEPS
#include "module.h"
typedef long ktime_t;
typedef int clockid_t;
enum hrtimer_mode { HRTIMER_MODE_REL };
enum hrtimer_restart { HRTIMER_NORESTART, HRTIMER_RESTART };
struct hrtimer_clock_base { ktime_t (*get_time)(void); };
struct hrtimer { enum hrtimer_restart (*function)(struct hrtimer *); struct hrtimer_clock_base *base; };
void hrtimer_init(struct hrtimer *, clockid_t, enum hrtimer_mode);
void hrtimer_start_range_ns(struct hrtimer *, ktime_t, unsigned long long, const enum hrtimer_mode);
int hrtimer_cancel(struct hrtimer *);
void msleep(unsigned int);

static struct hrtimer timer;
static int present, runs;

static enum hrtimer_restart toy_expired(struct hrtimer *timer)
{
    timer->base->get_time();
    if (!present)
        violate();
#ifdef AGAIN
    if (runs)
        violate();
#endif
#ifdef SLEEPS
    msleep(1);
#endif
    runs = 1;
    return HRTIMER_RESTART;
}
static int toy_init(void)
{
    present = 1;
    use_lock();
    hrtimer_init(&timer, 0, HRTIMER_MODE_REL);
    timer.function = toy_expired;
    hrtimer_start_range_ns(&timer, 100, 0, HRTIMER_MODE_REL);
    return 0;
}
static void toy_exit(void)
{
#ifdef STAYS
    present = 0;
#endif
    hrtimer_cancel(&timer);
    present = 0;
}
module_init(toy_init);
module_exit(toy_exit);
