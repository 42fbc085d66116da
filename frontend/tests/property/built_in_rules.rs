//! What the built-in rules say of ends, and of functions that are inside of others.

use crate::verdict;
use frontend::property::Property;

/// A rule, a program that violates it, and how: locks of one name are held at the end, and inner functions of the
/// kernel count.
const VIOLATED: &[(&str, &str, &str)] = &[
    (
        "mutex",
        "void mutex_lock_nested(int *m, int n); int m; int main(void) { mutex_lock_nested(&m, 0); }",
        "mutex is still locked at the end",
    ),
    (
        "rwlock",
        "void _raw_read_lock(int *l); int l; int main(void) { _raw_read_lock(&l); }",
        "read lock is still held at the end",
    ),
    (
        "irq",
        "int request_threaded_irq(int i, void *h, void *t, long f, char *n, void *d);
         static inline int request_irq(int i, void *h, long f, char *n, void *d)
         { return request_threaded_irq(i, h, 0, f, n, d); }
         int main(void) { request_irq(4, 0, 0, 0, 0); }",
        "interrupt is not freed at the end",
    ),
    (
        "ke_spin_lock",
        "void KeAcquireInStackQueuedSpinLock(long *l, int *h); void KeReleaseSpinLock(long *l, int i);
         long l; int h; int main(void) { KeAcquireInStackQueuedSpinLock(&l, &h); KeReleaseSpinLock(&l, 0); }",
        "queued spin lock is released without its handle",
    ),
    (
        "tasklet",
        "void __tasklet_schedule(int *t); int t; int main(void) { __tasklet_schedule(&t); }",
        "tasklet may still be scheduled at the end",
    ),
    (
        "dma_coherent",
        "void *dma_alloc_attrs(void *d, long n, long *a, unsigned f, long s);
         static inline void *dma_alloc_coherent(void *d, long n, long *a, unsigned f)
         { return dma_alloc_attrs(d, n, a, f, 0); }
         int main(void) { long a; dma_alloc_coherent(0, 8, &a, 0); }",
        "memory that is shared with a device is not freed at the end",
    ),
    (
        "dma_pool",
        "void *dma_pool_create(char *n, void *d, long s, long a, long b);
         int main(void) { dma_pool_create(0, 0, 8, 8, 0); }",
        "pool is not destroyed at the end",
    ),
    (
        "clk_reference",
        "void *clk_get(void *d, char *n); int main(void) { clk_get(0, 0); }",
        "clock is not put at the end",
    ),
    (
        "input_device",
        "void *input_allocate_device(void); int main(void) { input_allocate_device(); }",
        "input device is not freed at the end",
    ),
    (
        "device_register",
        "int device_register(int *d); int d; int main(void) { if (device_register(&d)) return 1; }",
        "device is still registered at the end",
    ),
    (
        "platform_device",
        "int platform_device_register(int *d); int d; int main(void) { platform_device_register(&d); }",
        "platform device is still registered at the end",
    ),
    (
        "misc_device",
        "int misc_register(int *d); int d; int main(void) { misc_register(&d); }",
        "misc device is still registered at the end",
    ),
    (
        "io_region",
        "void *__request_region(void *r, long a, long n, char *s, int f);
         int main(void) { __request_region(0, 768, 8, 0, 0); }",
        "region is not released at the end",
    ),
    (
        "kmem_cache",
        "void *kmem_cache_create(char *n, int s, int a, int f, void *c);
         int main(void) { kmem_cache_create(0, 8, 0, 0, 0); }",
        "cache is not destroyed at the end",
    ),
    (
        "srcu",
        "int __srcu_read_lock(int *s); static inline int srcu_read_lock(int *s) { return __srcu_read_lock(s); }
         int s; int main(void) { srcu_read_lock(&s); }",
        "SRCU section is still open at the end",
    ),
    (
        "alloc_spinlock",
        "void spin_lock(int *l); void *kmalloc(long n, unsigned f); int l;
         int main(void) { spin_lock(&l); kmalloc(1, 0x820); kmalloc(1, 0x20); kmalloc(1, 0xcc0); }",
        "allocation with flags that allow to sleep while a spin lock is held",
    ),
];

/// A rule, and a program that obeys it.
const OBEYED: &[(&str, &str)] = &[
    (
        "rwlock",
        "void write_lock(int *l); void write_unlock(int *l); void read_lock(int *l); void read_unlock(int *l);
         int a, b; int main(void) { write_lock(&a); read_lock(&b); read_unlock(&b); write_unlock(&a); }",
    ),
    (
        "cancel_spin_lock",
        "typedef void R(int *); void *IoSetCancelRoutine(int *i, R *r); void IoCancelIrp(int *i);
         void IoAcquireCancelSpinLock(char *o); void IoReleaseCancelSpinLock(char o); int i; char o;
         int main(void) { IoSetCancelRoutine(&i, 0); IoCancelIrp(&i);
             IoAcquireCancelSpinLock(&o); IoReleaseCancelSpinLock(o); }",
    ),
    (
        "memory",
        "void *kmalloc(long n, unsigned f); void kfree(void *p);
         static inline void *kzalloc(long n, unsigned f) { return kmalloc(n, f | 256); }
         int main(void) { void *p = kzalloc(4, 0); kfree(p); }",
    ),
    (
        "pool",
        "void *ExAllocatePoolWithTag(int t, long n, unsigned tag); void ExFreePoolWithTag(void *p, unsigned tag);
         int main(void) { void *p = ExAllocatePoolWithTag(0, 4, 7); if (p) ExFreePoolWithTag(p, 0); }",
    ),
    (
        "alloc_spinlock",
        "void spin_lock(int *l); void *kmalloc(long n, unsigned f); int l;
         int main(void) { spin_lock(&l); kmalloc(1, 0x820); kmalloc(1, 0x20); kmalloc(1, 0); }",
    ),
];

fn rule(name: &str) -> Property {
    Property::rule(name).expect("a rule")
}

#[test]
fn built_in_rules_look_at_the_end_and_at_inner_functions() {
    for &(name, code, message) in VIOLATED {
        assert_eq!(verdict(&rule(name), code), Some(message.into()), "{name}");
    }
    for &(name, code) in OBEYED {
        assert_eq!(verdict(&rule(name), code), None, "{name}");
    }
}

/// What the memory rule says of an inline allocator is not true for want of executions.
#[test]
fn an_inline_allocator_does_not_end_executions() {
    let code = "
        void *kmalloc(long n, unsigned f); void kfree(void *p);
        static inline void *kzalloc(long n, unsigned f) { return kmalloc(n, f | 256); }
        int main(void) { void *p = kzalloc(4, 0); kfree(p); kfree(p); }
    ";
    assert_eq!(
        verdict(&rule("memory"), code),
        Some("memory is freed twice".into())
    );
}
