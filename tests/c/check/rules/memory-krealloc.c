// krealloc keeps a block or puts another in its place; if it fails, the block stays. With LEAK, it is then forgotten; with
// TWICE, the old one is freed although there is a new one.
// proved: --property memory
// bug: --property memory -D LEAK
// bug: --property memory -D TWICE
// bug: --property memory -D NEW
void *kmalloc(unsigned long, unsigned int);
void *krealloc(const void *, unsigned long, unsigned int);
void kfree(const void *);

int main(void)
{
    char *old = kmalloc(8, 0), *longer;
#ifdef NEW
    return krealloc(0, 8, 0) != 0;
#endif
    if (!old)
        return 0;
    longer = krealloc(old, 16, 0);
    if (!longer) {
#ifndef LEAK
        kfree(old);
#endif
        return 0;
    }
#ifdef TWICE
    kfree(old);
#endif
    kfree(longer);
    return 0;
}
