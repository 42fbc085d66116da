/* The device is stopped under its spin lock and waited for outside of it. */
typedef struct { int slock; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
void msleep(unsigned int milliseconds);
int busy(void);

static spinlock_t lock;
static int stopping;

static void stop(void)
{
	int tries = 0;

	spin_lock(&lock);
	stopping = 1;
	while (busy() && tries < 3) {
		tries++;
		spin_unlock(&lock);
		msleep(10);
		spin_lock(&lock);
	}
	stopping = 0;
	spin_unlock(&lock);
}

int main(void)
{
	stop();
	msleep(1);
	return 0;
}
