// That interrupts do not come while something else runs is said.
// proved: --property mutex
// says: interrupts come only between the other calls
#include "module.h"
static int ready, cookie;
static irqreturn_t toy_handler(int number, void *data)
{
    use_lock();
    if (!ready)
        violate();
    return 1;
}
static int toy_init(void)
{
    int status = request_threaded_irq(5, toy_handler, 0, 0, "toy", &cookie);
    if (status)
        return status;
    ready = 1;
    return 0;
}
static void toy_exit(void) { free_irq(5, &cookie); }
module_init(toy_init);
module_exit(toy_exit);
