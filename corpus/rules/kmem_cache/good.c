/* Two caches; destroying null does nothing. */
struct kmem_cache;
struct kmem_cache *kmem_cache_create(const char *name, unsigned int size, unsigned int align, unsigned int flags, void (*ctor)(void *));
void kmem_cache_destroy(struct kmem_cache *cache);
int register_users(void);

static struct kmem_cache *requests, *replies;

static void destroy(void)
{
	kmem_cache_destroy(replies);
	kmem_cache_destroy(requests);
}

static int init(void)
{
	requests = kmem_cache_create("requests", 64, 0, 0, 0);
	replies = kmem_cache_create("replies", 32, 0, 0, 0);
	if (!requests || !replies || register_users()) {
		destroy();
		return -12;
	}
	return 0;
}

int main(void)
{
	if (init() == 0)
		destroy();
	return 0;
}
