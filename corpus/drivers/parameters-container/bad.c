/* Broken: a device that is not started stays locked. */
struct mutex { int owner; };
struct work_struct { int pending; };
struct device { struct mutex lock; int state; struct work_struct work; int errors; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
#define container_of(pointer, type, member) \
	((type *)((char *)(pointer) - __builtin_offsetof(type, member)))

static int step(struct device *dev)
{
	if (dev->state == 0) {
		dev->errors++;
		return -19;
	}
	dev->state++;
	return 0;
}

void work(struct work_struct *item)
{
	struct device *dev = container_of(item, struct device, work);

	item->pending = 0;
	mutex_lock(&dev->lock);
	if (step(dev))
		return;
	mutex_unlock(&dev->lock);
}
