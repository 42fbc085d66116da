// What a driver does before it comes to the point is not gone through: a module that finds its devices in loops, and fails
// in many ways, obeys a rule for reasons that lie elsewhere. With BUG, one of the ways matters.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "module.h"
int find(int);
static int numbers[8], count, last;
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    mutex_lock(&lock);
    if (size > 64) {
#ifdef BUG
        if (last != 2)
#endif
            mutex_unlock(&lock);
        return -22;
    }
    mutex_unlock(&lock);
    return 0;
}
static const struct file_operations operations = { .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void)
{
    int n, status;
    for (n = 0; n < 8; n++) {
        numbers[n] = find(n);
        if (numbers[n] > 0) {
            count++;
            last = n;
        }
    }
    if (!count)
        return -19;
    status = misc_register(&device);
    if (status)
        count = 0;
    return status;
}
static void toy_exit(void)
{
    if (count)
        misc_deregister(&device);
}
module_init(toy_init);
module_exit(toy_exit);
