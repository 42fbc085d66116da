/* The handler of control calls: the device is found in the file, and locked while its state changes. */
struct mutex { int owner; };
struct device { struct mutex lock; int mode; unsigned long limit; };
struct file { unsigned int flags; void *private_data; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

static int set_limit(struct device *dev, unsigned long limit)
{
	if (dev->mode == 2)
		return -16;
	dev->limit = limit;
	return 0;
}

long device_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct device *dev = file->private_data;
	long result = 0;

	if (!dev)
		return -19;
	mutex_lock(&dev->lock);
	switch (cmd) {
	case 1:
		dev->mode = arg != 0;
		break;
	case 2:
		result = set_limit(dev, arg);
		if (result)
			goto out;
		break;
	default:
		result = -25;
	}
out:
	mutex_unlock(&dev->lock);
	return result;
}
