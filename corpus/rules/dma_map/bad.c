/* A transfer that cannot be started leaves the buffer mapped. */
typedef unsigned long dma_addr_t;
dma_addr_t dma_map_single_attrs(void *dev, void *buffer, unsigned long size, int direction, unsigned long attrs);
void dma_unmap_single_attrs(void *dev, dma_addr_t handle, unsigned long size, int direction, unsigned long attrs);
int dma_mapping_error(void *dev, dma_addr_t handle);
int start_transfer(dma_addr_t handle);

static char buffer[64];

int main(void)
{
	dma_addr_t handle = dma_map_single_attrs(0, buffer, sizeof buffer, 1, 0);

	if (dma_mapping_error(0, handle))
		return 0;
	if (start_transfer(handle))
		return 0;
	dma_unmap_single_attrs(0, handle, sizeof buffer, 1, 0);
	return 0;
}
