/* A pool of descriptors: those in use are freed before it is destroyed. */
typedef unsigned long dma_addr_t;
struct dma_pool;
struct dma_pool *dma_pool_create(const char *name, void *dev, unsigned long size, unsigned long align, unsigned long bound);
void dma_pool_destroy(struct dma_pool *pool);
void *dma_pool_alloc(struct dma_pool *pool, unsigned int flags, dma_addr_t *handle);
void dma_pool_free(struct dma_pool *pool, void *address, dma_addr_t handle);

static struct dma_pool *pool;
static void *first, *second;
static dma_addr_t first_dma, second_dma;

static int start(void)
{
	pool = dma_pool_create("descriptors", 0, 32, 32, 0);
	if (!pool)
		return -12;
	first = dma_pool_alloc(pool, 0xcc0, &first_dma);
	if (!first)
		goto destroy;
	second = dma_pool_alloc(pool, 0xcc0, &second_dma);
	if (!second)
		goto free;
	return 0;
free:
	dma_pool_free(pool, first, first_dma);
destroy:
	dma_pool_destroy(pool);
	return -12;
}

int main(void)
{
	if (start())
		return 0;
	dma_pool_free(pool, second, second_dma);
	dma_pool_free(pool, first, first_dma);
	dma_pool_destroy(pool);
	return 0;
}
