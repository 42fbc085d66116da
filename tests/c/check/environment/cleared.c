// The kernel's kzalloc is inline, and says by a flag that the object is to be cleared: kmalloc leaves what was there. Each
// caller has objects of its own: a driver's data are not its buffers.
// proved: --property spinlock -D CALL=toy_kzalloc
// bug: --property spinlock -D CALL=toy_kmalloc
#include "kernel.h"

void *__kmalloc(unsigned long size, gfp_t flags);
static inline void *toy_kmalloc(unsigned long size, gfp_t flags) { return __kmalloc(size, flags); }
static inline void *toy_kzalloc(unsigned long size, gfp_t flags) { return toy_kmalloc(size, flags | 0x100u); }

struct toy {
    spinlock_t lock;
    int busy;
    char *buffer;
};

static int toy_probe(struct platform_device *device)
{
    struct toy *toy = CALL(sizeof *toy, 0xcc0);

    if (!toy)
        return -12;
    toy->buffer = toy_kzalloc(64, 0xcc0);
    if (toy->buffer)
        toy->buffer[63] = 1;
    spin_lock(&toy->lock);
    if (!toy->busy)
        spin_unlock(&toy->lock);
    return 0;
}
static int toy_remove(struct platform_device *device) { return 0; }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
