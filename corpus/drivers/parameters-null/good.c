/* A probe routine: the entry of the table that fits may be missing. */
struct mutex { int owner; };
struct id { int vendor, data; };
struct device { struct mutex lock; int bound; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

int probe(struct device *dev, const struct id *id)
{
	int result = 0;

	mutex_lock(&dev->lock);
	if (id == 0)
		result = -19;
	else if (id->vendor == 1 && id->data > 1)
		result = -22;
	else
		dev->bound = 1;
	mutex_unlock(&dev->lock);
	return result;
}
