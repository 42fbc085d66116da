// Memory that is bound to a device goes with it, or by devm_kfree, not by kfree; other memory is not for devm_kfree.
// proved: --property memory
// bug: --property memory -D KFREE
// bug: --property memory -D DEVM
// bug: --property memory -D TWICE
struct device;
void *devm_kmalloc(struct device *, unsigned long, unsigned int);
void devm_kfree(struct device *, const void *);
void *kmalloc(unsigned long, unsigned int);
void kfree(const void *);
static struct device *device;

int main(void)
{
    void *bound = devm_kmalloc(device, 8, 0), *early = devm_kmalloc(device, 8, 0), *own = kmalloc(8, 0);
    if (!bound || !early) {
        kfree(own);
        return 0;
    }
    devm_kfree(device, early);
#ifdef TWICE
    devm_kfree(device, early);
#endif
#ifdef KFREE
    kfree(bound);
#endif
#ifdef DEVM
    devm_kfree(device, own);
#else
    kfree(own);
#endif
    return 0;
}
