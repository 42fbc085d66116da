// PCI wakes a device before its driver leaves it. With BUG, waking forgets the lock.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "kernel.h"
struct pci_dev { struct device dev; unsigned int irq; };
struct pci_device_id { unsigned int vendor; };
struct pci_driver {
    int (*probe)(struct pci_dev *, const struct pci_device_id *);
    void (*remove)(struct pci_dev *);
    struct device_driver driver;
};
int __pci_register_driver(struct pci_driver *, struct module *, const char *);
void pci_unregister_driver(struct pci_driver *);
static struct mutex awake;

static int toy_probe(struct pci_dev *device, const struct pci_device_id *id)
{
    mutex_lock(&awake);
    return 0;
}
static void toy_remove(struct pci_dev *device) { mutex_unlock(&awake); }
static int toy_suspend(struct device *device)
{
    mutex_unlock(&awake);
    return 0;
}
static int toy_resume(struct device *device)
{
#ifndef BUG
    mutex_lock(&awake);
#endif
    return 0;
}
static const struct dev_pm_ops power = { .runtime_suspend = toy_suspend, .runtime_resume = toy_resume };
static struct pci_driver driver = { .probe = toy_probe, .remove = toy_remove, .driver = { "toy", &power } };
static int toy_init(void) { return __pci_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { pci_unregister_driver(&driver); }
module_init(toy_init);
module_exit(toy_exit);
