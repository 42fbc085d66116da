/* A card with a register bank: enabled, its regions requested and mapped, and all of it undone in the opposite order. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct device_driver { const char *name; };
struct pci_dev { unsigned int irq; struct device dev; };
struct pci_device_id { unsigned int vendor, device; unsigned long driver_data; };
struct pci_driver {
	const char *name;
	const struct pci_device_id *id_table;
	int (*probe)(struct pci_dev *, const struct pci_device_id *);
	void (*remove)(struct pci_dev *);
	struct device_driver driver;
};
int __pci_register_driver(struct pci_driver *driver, struct module *owner, const char *name);
void pci_unregister_driver(struct pci_driver *driver);
int pci_enable_device(struct pci_dev *dev);
void pci_disable_device(struct pci_dev *dev);
int pci_request_regions(struct pci_dev *dev, const char *name);
void pci_release_regions(struct pci_dev *dev);
void *pci_iomap(struct pci_dev *dev, int bar, unsigned long most);
void pci_iounmap(struct pci_dev *dev, void *address);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static void *bank;

static int card_probe(struct pci_dev *dev, const struct pci_device_id *id)
{
	int err = pci_enable_device(dev);

	if (err)
		return err;
	err = pci_request_regions(dev, "card");
	if (err)
		goto disable;
	bank = pci_iomap(dev, 0, 0);
	if (!bank) {
		err = -12;
		goto release;
	}
	return 0;
release:
	pci_release_regions(dev);
disable:
	pci_disable_device(dev);
	return err;
}

static void card_remove(struct pci_dev *dev)
{
	pci_iounmap(dev, bank);
	pci_release_regions(dev);
	pci_disable_device(dev);
}

static const struct pci_device_id card_ids[] = { { 0x1af4, 0x1110, 0 }, { 0, 0, 0 } };
static struct pci_driver card_driver = {
	.name = "card", .id_table = card_ids, .probe = card_probe, .remove = card_remove,
};
static int card_init(void) { return __pci_register_driver(&card_driver, 0, "card"); }
static void card_exit(void) { pci_unregister_driver(&card_driver); }
module_init(card_init);
module_exit(card_exit);
