/* Under the lock, the spare packet is replaced at once, with flags that allow to sleep. */
typedef struct { int slock; } spinlock_t;
enum { GFP_ATOMIC = 32, GFP_KERNEL = 208 };

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void *kmalloc(unsigned long size, unsigned int flags);
int nondet_int(void);

static spinlock_t lock;
static void *spare;

static void *packet(int urgent)
{
	return kmalloc(128, urgent ? GFP_ATOMIC : GFP_KERNEL);
}

static void *take(int urgent)
{
	void *taken;

	spin_lock(&lock);
	taken = spare;
	spare = packet(urgent);
	spin_unlock(&lock);
	return taken;
}

int main(void)
{
	spare = packet(0);
	take(1);
	take(nondet_int());
	return 0;
}
