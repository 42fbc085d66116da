/* Broken: if the operation fails, the device stays locked. */
struct mutex { int owner; };
struct device;
struct operations { int (*start)(struct device *); void (*stop)(struct device *); };
struct device { struct mutex lock; const struct operations *ops; int running; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

int start(struct device *dev)
{
	int result = -1;

	mutex_lock(&dev->lock);
	if (dev->ops && dev->ops->start) {
		result = dev->ops->start(dev);
		if (result < 0)
			return result;
		else
			dev->running = 1;
	}
	mutex_unlock(&dev->lock);
	return result;
}
