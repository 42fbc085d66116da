/* A queue between an interrupt handler and a reader. */
typedef struct { int slock; } spinlock_t;

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
int nondet_int(void);
void ldv_check_final_state(void);

static spinlock_t queue_lock;
static int queue[4], used;

static int enqueue(int value)
{
	int err = 0;

	spin_lock(&queue_lock);
	if (used == 4)
		err = -11;
	else
		queue[used++] = value;
	spin_unlock(&queue_lock);
	return err;
}

static int peek(void)
{
	int value = -1;

	if (spin_trylock(&queue_lock)) {
		if (used > 0)
			value = queue[0];
		spin_unlock(&queue_lock);
	}
	return value;
}

int main(void)
{
	while (nondet_int() > 0)
		if (enqueue(1))
			break;
	peek();
	ldv_check_final_state();
	return 0;
}
