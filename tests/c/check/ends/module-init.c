// What the kernel's `module_init` makes of its argument says what the routine is for.
// bug: --property chrdev --entry start -D BUG=1
// proved: --property chrdev --entry start -D BUG=0
// says: of the end, only failing returns of start
typedef int (*initcall_t)(void);
int alloc_chrdev_region(unsigned *, unsigned, unsigned, const char *);
void unregister_chrdev_region(unsigned, unsigned);
int add_devices(unsigned);

static unsigned first;

static int start(void) {
    int ret = alloc_chrdev_region(&first, 0, 4, "device");
    if (ret < 0)
        return ret;
    ret = add_devices(first);
    if (ret < 0 && !BUG)
        unregister_chrdev_region(first, 4);
    return ret;
}

static initcall_t __initcall_start6 __attribute__((used)) = start;
