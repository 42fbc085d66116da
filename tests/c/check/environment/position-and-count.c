// Reads start anywhere in a file, and ask for as much as the kernel lets through.
// bug: --property mutex
// bug: --property mutex -D COUNT
// proved: --property mutex -D LIMITS
#include "module.h"
static long toy_read(struct file *file, char *buffer, size_t size, loff_t *at)
{
    use_lock();
#ifdef LIMITS
    if (*at < 0 || size > 0x7fffffff)
        violate();
#elif defined COUNT
    if (size > 100000)
        violate();
#else
    if (*at == 3)
        violate();
#endif
    return 0;
}
static const struct file_operations operations = { .read = toy_read };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
