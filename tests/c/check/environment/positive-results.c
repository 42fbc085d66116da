// A first routine, and the probe of a PCI driver, that returns a positive number has succeeded; a platform driver's has not.
// bug: --property mutex
// bug: --property mutex -D INIT
// proved: --property mutex -D PLATFORM
#include "module.h"
#ifdef INIT
static int toy_open(struct inode *inode, struct file *file) { violate(); return 0; }
static const struct file_operations operations = { .open = toy_open };
static struct miscdevice device = { 255, "toy", &operations };
static int toy_init(void)
{
    int status = misc_register(&device);
    return status ? status : 1;
}
static void toy_exit(void) { misc_deregister(&device); }
#elif defined PLATFORM
static int toy_probe(struct platform_device *device) { use_lock(); return 1; }
static int toy_remove(struct platform_device *device) { violate(); return 0; }
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
#else
static int toy_probe(struct pci_dev *device, const struct pci_device_id *id) { use_lock(); return 1; }
static void toy_remove(struct pci_dev *device) { violate(); }
static struct pci_driver driver = { .name = "toy", .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __pci_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { pci_unregister_driver(&driver); }
#endif
module_init(toy_init);
module_exit(toy_exit);
