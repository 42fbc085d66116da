/* A packet is allocated before the lock is taken, or atomically. */
typedef struct { int slock; } spinlock_t;
enum { GFP_ATOMIC = 32, GFP_KERNEL = 208 };

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void *kmalloc(unsigned long size, unsigned int flags);
int nondet_int(void);

static spinlock_t lock;
static void *spare;

static void *packet(unsigned int flags)
{
	return kmalloc(128, flags);
}

static void refill(void)
{
	void *fresh = packet(GFP_KERNEL);

	spin_lock(&lock);
	if (!spare)
		spare = fresh;
	spin_unlock(&lock);
}

static void *take(void)
{
	void *taken;

	spin_lock(&lock);
	taken = spare ? spare : packet(GFP_ATOMIC);
	spare = 0;
	spin_unlock(&lock);
	return taken;
}

int main(void)
{
	refill();
	take();
	refill();
	return 0;
}
