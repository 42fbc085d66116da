/* Where no user can be registered, the cache is destroyed by init and again by exit, which is called all the same. */
struct kmem_cache;
struct kmem_cache *kmem_cache_create(const char *name, unsigned int size, unsigned int align, unsigned int flags, void (*ctor)(void *));
void kmem_cache_destroy(struct kmem_cache *cache);
int register_users(void);

static struct kmem_cache *requests;

static int init(void)
{
	requests = kmem_cache_create("requests", 64, 0, 0, 0);
	if (!requests)
		return -12;
	if (register_users())
		kmem_cache_destroy(requests);
	return 0;
}

int main(void)
{
	if (init() == 0)
		kmem_cache_destroy(requests);
	return 0;
}
