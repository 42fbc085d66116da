/* Copies data for the user after the lock was given back. */
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int copy_to_user(unsigned long to, const void *from, unsigned long size);
int nondet_int(void);

static spinlock_t lock;
static struct { int packets, errors; } statistics;

static int get_statistics(unsigned long to)
{
	int copy[2];

	spin_lock(&lock);
	copy[0] = statistics.packets;
	copy[1] = statistics.errors;
	spin_unlock(&lock);
	return copy_to_user(to, copy, sizeof copy) ? -14 : 0;
}

static int clear_statistics(unsigned long to, int report)
{
	int err = 0;

	if (report)
		err = get_statistics(to);
	spin_lock(&lock);
	statistics.packets = statistics.errors = 0;
	spin_unlock(&lock);
	return err;
}

int main(void)
{
	get_statistics(4096);
	return clear_statistics(8192, nondet_int());
}
