// Enabling a PCI device returns 0 or an error, so a probe that returns the same has failed where it is not 0. A function of
// which nothing is known (UNKNOWN) may return a positive number, which PCI takes for success.
// proved: --property mutex
// bug: --property mutex -D UNKNOWN
#include "module.h"
int pci_enable_device(struct pci_dev *);
int start_device(struct pci_dev *);
#ifdef UNKNOWN
#define pci_enable_device start_device
#endif

static int enabled;

static int toy_probe(struct pci_dev *device, const struct pci_device_id *id)
{
    int status = pci_enable_device(device);
    if (status)
        return status;
    enabled = 1;
    return 0;
}
static void toy_remove(struct pci_dev *device)
{
    if (!enabled)
        violate();
    use_lock();
    enabled = 0;
}
static const struct pci_device_id ids[] = { { 1, 2, 0 }, { 0, 0, 0 } };
static struct pci_driver driver = { .name = "toy", .id_table = ids, .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __pci_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { pci_unregister_driver(&driver); }
module_init(toy_init);
module_exit(toy_exit);
