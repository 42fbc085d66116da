/* A walk over devices with a callback; a callback that needs the lock is called without it. Broken: switching off is done with the lock held. */
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet_int(void);
enum { DEVICES = 3 };

struct device { spinlock_t lock; int state; };
static struct device devices[DEVICES];

static int is_on(struct device *device)
{
	return device->state != 0;
}

static int switch_off(struct device *device)
{
	spin_lock(&device->lock);
	device->state = 0;
	spin_unlock(&device->lock);
	return 1;
}

static int for_each(int (*callback)(struct device *), int locked)
{
	int n, sum = 0;

	for (n = 0; n < DEVICES; n++) {
		if (locked)
			spin_lock(&devices[n].lock);
		sum += callback(&devices[n]);
		if (locked)
			spin_unlock(&devices[n].lock);
	}
	return sum;
}

int main(void)
{
	devices[1].state = nondet_int();
	if (for_each(is_on, 1) > 0)
		for_each(switch_off, 1);
	return 0;
}
