/* A full queue is reported from inside of the lock. */
typedef struct { int slock; } spinlock_t;

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet_int(void);

static spinlock_t queue_lock, log_lock;
static int queue[2], used, complaints;

static void complain(void)
{
	spin_lock(&log_lock);
	complaints++;
	spin_lock(&queue_lock);
	used = 0;
	spin_unlock(&queue_lock);
	spin_unlock(&log_lock);
}

static void enqueue(int value)
{
	spin_lock(&queue_lock);
	if (used == 2)
		complain();
	else
		queue[used++] = value;
	spin_unlock(&queue_lock);
}

int main(void)
{
	while (nondet_int() > 0)
		enqueue(1);
	return 0;
}
