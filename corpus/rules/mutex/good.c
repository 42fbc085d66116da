/* A character device whose writers take the device's lock; two devices have two locks. */
struct mutex { int owner; };

void mutex_lock(struct mutex *lock);
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
	if (count < 0) {
		err = -22;
		goto out;
	}
	dev->length = count;
out:
	mutex_unlock(&dev->lock);
	return err;
}

static void swap_devices(void)
{
	int length;

	mutex_lock(&first.lock);
	mutex_lock(&second.lock);
	length = first.length;
	first.length = second.length;
	second.length = length;
	mutex_unlock(&second.lock);
	mutex_unlock(&first.lock);
}

int main(void)
{
	device_write(&first, nondet_int());
	device_write(&second, nondet_int());
	swap_devices();
	return 0;
}
