/* Without a second descriptor the first one is still in use when the pool is destroyed. */
typedef unsigned long dma_addr_t;
struct dma_pool;
struct dma_pool *dma_pool_create(const char *name, void *dev, unsigned long size, unsigned long align, unsigned long bound);
void dma_pool_destroy(struct dma_pool *pool);
void *dma_pool_alloc(struct dma_pool *pool, unsigned int flags, dma_addr_t *handle);
void dma_pool_free(struct dma_pool *pool, void *address, dma_addr_t handle);

int main(void)
{
	dma_addr_t first_dma, second_dma;
	void *first, *second;
	struct dma_pool *pool = dma_pool_create("descriptors", 0, 32, 32, 0);

	if (!pool)
		return 0;
	first = dma_pool_alloc(pool, 0xcc0, &first_dma);
	second = first ? dma_pool_alloc(pool, 0xcc0, &second_dma) : 0;
	if (second) {
		dma_pool_free(pool, second, second_dma);
		dma_pool_free(pool, first, first_dma);
	}
	dma_pool_destroy(pool);
	return 0;
}
