// Regions of memory and of ports are requested each for itself; a managed device gives back by itself.
// proved: --property pci_device
// proved: --property pci_device -D MANAGED
// proved: --property pci_device -D MANAGED -D EARLY
// bug: --property pci_device -D KEPT
// bug: --property pci_device -D TWICE
struct pci_dev { int any; };
int pci_enable_device(struct pci_dev *);
int pcim_enable_device(struct pci_dev *);
void pci_disable_device(struct pci_dev *);
int pci_request_mem_regions(struct pci_dev *, const char *);
int pci_request_io_regions(struct pci_dev *, const char *);
void pci_release_mem_regions(struct pci_dev *);
void pci_release_io_regions(struct pci_dev *);
static struct pci_dev device;

int main(void)
{
#ifdef MANAGED
    if (pcim_enable_device(&device))
        return 0;
    pci_request_mem_regions(&device, "toy");
#ifdef EARLY
    pci_disable_device(&device);
#endif
    return 0;
#else
    if (pci_enable_device(&device))
        return 0;
    if (pci_request_mem_regions(&device, "toy"))
        goto disable;
#ifdef TWICE
    pci_request_mem_regions(&device, "toy");
#endif
    if (pci_request_io_regions(&device, "toy"))
        goto release;
#ifndef KEPT
    pci_release_io_regions(&device);
#endif
release:
    pci_release_mem_regions(&device);
disable:
    pci_disable_device(&device);
    return 0;
#endif
}
