/* A table that grows: flags are passed down, because callers know whether they hold a lock. Broken: the flags depend on how many rows there are. */
typedef struct { int raw; } spinlock_t;
typedef unsigned int gfp_t;
enum { GFP_ATOMIC = 32, GFP_KERNEL = 208 };
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void *kmalloc(unsigned long size, gfp_t flags);
int nondet_int(void);

static spinlock_t lock;
static void *rows[2];
static int used;

static int add_row(gfp_t flags)
{
	void *row;

	if (used == 2)
		return -28;
	row = kmalloc(32, flags);
	if (!row)
		return -12;
	rows[used++] = row;
	return 0;
}

static int from_user(void)
{
	return add_row(GFP_KERNEL);
}

static int from_interrupt(void)
{
	int err;

	spin_lock(&lock);
	err = add_row(used ? GFP_KERNEL : GFP_ATOMIC);
	spin_unlock(&lock);
	return err;
}

int main(void)
{
	from_user();
	if (nondet_int())
		from_interrupt();
	from_user();
	return 0;
}
