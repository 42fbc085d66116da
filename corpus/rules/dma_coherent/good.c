/* A ring of descriptors and a status page, shared with the device. */
typedef unsigned long dma_addr_t;
void *dma_alloc_attrs(void *dev, unsigned long size, dma_addr_t *handle, unsigned int flags, unsigned long attrs);
void dma_free_attrs(void *dev, unsigned long size, void *address, dma_addr_t handle, unsigned long attrs);
int start_engine(void);

static dma_addr_t ring_dma, status_dma;
static void *ring, *status;

static void release(void)
{
	dma_free_attrs(0, 64, status, status_dma, 0);
	dma_free_attrs(0, 4096, ring, ring_dma, 0);
	status = 0;
	ring = 0;
}

static int probe(void)
{
	ring = dma_alloc_attrs(0, 4096, &ring_dma, 0xcc0, 0);
	if (!ring)
		return -12;
	status = dma_alloc_attrs(0, 64, &status_dma, 0xcc0, 0);
	/* Freeing null does nothing. */
	if (!status || start_engine()) {
		release();
		return -12;
	}
	return 0;
}

int main(void)
{
	if (probe() == 0)
		release();
	return 0;
}
