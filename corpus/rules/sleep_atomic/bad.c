/* A helper that waits is called under the lock. */
typedef struct { int slock; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void msleep(unsigned int milliseconds);
int busy(void);

static spinlock_t lock;

static int settle(int patient)
{
	while (busy()) {
		if (!patient)
			return -16;
		msleep(1);
		patient--;
	}
	return 0;
}

int main(void)
{
	settle(2);
	spin_lock(&lock);
	settle(1);
	spin_unlock(&lock);
	return 0;
}
