// Parameters of a module hold what its user chose: one at the start, one at any time, an array and how much of it was set,
// and a string.
// bug: --property mutex
// bug: --property mutex -D ARRAY
// bug: --property mutex -D LATER=0644
// proved: --property mutex -D LATER=0444
// proved: --property mutex -D FITS
// bug: --property mutex -D STRING=0
// proved: --property mutex -D STRING=1
#include "module.h"
#ifndef LATER
#define LATER 0444
#define TWICE 0
#else
#define TWICE 1
#endif
static int level = 0;
module_param(level, LATER);
static char *name;
module_param(name, 0);
static int lines[4];
static unsigned int count;
static const struct kparam_array __param_arr_lines = { 4, &count, lines };
static const struct kernel_param __param_lines
    __attribute__((used, section("__param"))) = { "lines", &param_ops, 0, { .arr = &__param_arr_lines } };
static int seen;

static int toy_open(struct inode *inode, struct file *file)
{
    use_lock();
#ifdef STRING
    if (STRING + 0 ? name && !name : name && name[0] == 'x' && name[1] == 'y')
        violate();
#elif defined FITS
    if (count > 4)
        violate();
#elif defined ARRAY
    if (lines[2] == 7)
        violate();
#else
    if (TWICE ? level != seen : level == 5)
        violate();
#endif
    return 0;
}
static const struct file_operations operations = { .open = toy_open };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void) { seen = level; return misc_register(&device); }
static void toy_exit(void) { misc_deregister(&device); }
module_init(toy_init);
module_exit(toy_exit);
