// Loops that only wait are left out at first: behind one that ends a bug is found, and behind one that never ends there
// is none.
// proved: --property mutex
// bug: --property mutex -D BUG
// proved: --property mutex -D NEVER
// proved: --property mutex -D RECURSION
#include "module.h"
static volatile int busy;
static int stuck = 1;
static void wait(int depth)
{
    if (stuck)
        wait(depth + 1);
}
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    mutex_lock(&lock);
    while (busy)
        ;
#ifdef NEVER
    while (stuck)
        ;
    mutex_lock(&lock);
#elif defined RECURSION
    wait(0);
    mutex_lock(&lock);
#elif defined BUG
    mutex_lock(&lock);
#endif
    mutex_unlock(&lock);
    return 0;
}
static const struct file_operations operations = { .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
