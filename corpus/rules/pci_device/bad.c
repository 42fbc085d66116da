/* The card stays enabled if its regions belong to somebody else. */
struct pci_dev { int bar; };
int pci_enable_device(struct pci_dev *dev);
void pci_disable_device(struct pci_dev *dev);
int pci_request_regions(struct pci_dev *dev, const char *name);
void pci_release_regions(struct pci_dev *dev);
void ldv_check_final_state(void);

static int probe(struct pci_dev *dev)
{
	int err = pci_enable_device(dev);

	return err ? err : pci_request_regions(dev, "card");
}

int main(void)
{
	struct pci_dev card = { 0 };

	if (probe(&card) == 0) {
		pci_release_regions(&card);
		pci_disable_device(&card);
	}
	ldv_check_final_state();
	return 0;
}
