// The allocators of the Linux kernel: they may fail.

//@ kmalloc: malloc
void *malloc(size_t);
int __VERIFIER_nondet_int(void);
void *kmalloc(size_t size, unsigned flags)
{
    (void)flags;
    return __VERIFIER_nondet_int() ? malloc(size) : 0;
}

//@ kzalloc: calloc
void *calloc(size_t, size_t);
int __VERIFIER_nondet_int(void);
void *kzalloc(size_t size, unsigned flags)
{
    (void)flags;
    return __VERIFIER_nondet_int() ? calloc(1, size) : 0;
}

//@ kcalloc: calloc
void *calloc(size_t, size_t);
int __VERIFIER_nondet_int(void);
void *kcalloc(size_t n, size_t size, unsigned flags)
{
    (void)flags;
    return __VERIFIER_nondet_int() ? calloc(n, size) : 0;
}

//@ kfree: free
void free(void *);
void kfree(const void *p)
{
    free((void *)p);
}

//@ vmalloc: malloc
void *malloc(size_t);
int __VERIFIER_nondet_int(void);
void *vmalloc(unsigned long size)
{
    return __VERIFIER_nondet_int() ? malloc(size) : 0;
}

//@ vzalloc: calloc
void *calloc(size_t, size_t);
int __VERIFIER_nondet_int(void);
void *vzalloc(unsigned long size)
{
    return __VERIFIER_nondet_int() ? calloc(1, size) : 0;
}

//@ vfree: free
void free(void *);
void vfree(const void *p)
{
    free((void *)p);
}

//@ printk
int __VERIFIER_nondet_int(void);
int printk(const char *format, ...)
{
    (void)format;
    return __VERIFIER_nondet_int();
}
