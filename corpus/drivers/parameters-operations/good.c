/* The device brings its operations with it: functions that are not part of the program. */
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
		if (result == 0)
			dev->running = 1;
	}
	mutex_unlock(&dev->lock);
	return result;
}
