/* The error path for a bad count forgets to unlock; the next write waits for ever. */
struct mutex { int owner; };

int mutex_lock_interruptible(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);

struct device {
	struct mutex lock;
	int length;
};

static struct device first, second;

static int device_write(struct device *dev, int count)
{
	int err = mutex_lock_interruptible(&dev->lock);

	if (err)
		return err;
	if (count < 0)
		return -22;
	dev->length = count;
	mutex_unlock(&dev->lock);
	return 0;
}

int main(void)
{
	device_write(&first, nondet_int());
	device_write(&second, nondet_int());
	device_write(&first, nondet_int());
	return 0;
}
