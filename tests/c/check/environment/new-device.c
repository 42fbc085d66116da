// Each probe has a new device, and an entry of the driver's table of devices: never the one that ends it.
// bug: --property mutex
// bug: --property mutex -D ENTRY
// proved: --property mutex -D KNOWN
// proved: --property mutex -D NO_DATA
#include "module.h"
static unsigned long last;
static int toy_probe(struct pci_dev *device, const struct pci_device_id *id)
{
    unsigned long now = id->driver_data;
    use_lock();
#ifdef NO_DATA
    if (device->dev.driver_data)
        violate();
    device->dev.driver_data = device;
#elif defined KNOWN
    if (now != 1 && now != 2)
        violate();
#elif defined ENTRY
    if (now == 2)
        violate();
#else
    if (last && last != now)
        violate();
#endif
    last = now;
    return 0;
}
static void toy_remove(struct pci_dev *device) { }
static const struct pci_device_id ids[] = { { 1, 2, 1 }, { 1, 3, 2 }, { 0, 0, 0 } };
static struct pci_driver driver = { .name = "toy", .id_table = ids, .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __pci_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { pci_unregister_driver(&driver); }
module_init(toy_init);
module_exit(toy_exit);
