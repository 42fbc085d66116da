/* The top half queues events, the bottom half handles them with the lock given up. Broken: an event that repeats itself is queued by the bottom half. */
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void handle(int event);
int nondet_int(void);
enum { SIZE = 4 };

static spinlock_t lock;
static int events[SIZE], count;

static void top_half(int event)
{
	spin_lock(&lock);
	if (count < SIZE)
		events[count++] = event;
	spin_unlock(&lock);
}

static void bottom_half(void)
{
	spin_lock(&lock);
	while (count > 0) {
		int event = events[--count];

		if (event == 2) {
			top_half(1);
			continue;
		}
		spin_unlock(&lock);
		handle(event);
		spin_lock(&lock);
	}
	spin_unlock(&lock);
}

int main(void)
{
	top_half(1);
	if (nondet_int())
		top_half(2);
	bottom_half();
	return 0;
}
