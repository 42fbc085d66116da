/* The status page is freed where the engine does not start, and once more by the common way out. */
typedef unsigned long dma_addr_t;
void *dma_alloc_attrs(void *dev, unsigned long size, dma_addr_t *handle, unsigned int flags, unsigned long attrs);
void dma_free_attrs(void *dev, unsigned long size, void *address, dma_addr_t handle, unsigned long attrs);
int start_engine(void);

static dma_addr_t status_dma;
static void *status;

static void release(void)
{
	dma_free_attrs(0, 64, status, status_dma, 0);
}

static int probe(void)
{
	status = dma_alloc_attrs(0, 64, &status_dma, 0xcc0, 0);
	if (!status)
		return -12;
	if (start_engine())
		release();
	return 0;
}

int main(void)
{
	if (probe() == 0)
		release();
	return 0;
}
