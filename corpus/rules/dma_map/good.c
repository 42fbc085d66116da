/* A buffer is mapped for each transfer; a mapping that failed is not undone. */
typedef unsigned long dma_addr_t;
dma_addr_t dma_map_single_attrs(void *dev, void *buffer, unsigned long size, int direction, unsigned long attrs);
void dma_unmap_single_attrs(void *dev, dma_addr_t handle, unsigned long size, int direction, unsigned long attrs);
int dma_mapping_error(void *dev, dma_addr_t handle);
int start_transfer(dma_addr_t handle);

static char buffer[64];

static int transfer(void)
{
	dma_addr_t handle = dma_map_single_attrs(0, buffer, sizeof buffer, 1, 0);
	int err;

	if (dma_mapping_error(0, handle))
		return -12;
	err = start_transfer(handle);
	dma_unmap_single_attrs(0, handle, sizeof buffer, 1, 0);
	return err;
}

int main(void)
{
	if (transfer() == 0)
		transfer();
	return 0;
}
