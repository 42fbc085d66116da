/* Broken: a rate that is not positive makes the configuration exclusive, after the lock was to be taken. */
struct mutex { int owner; };
struct device { struct mutex lock; int rate; };
struct configuration { int exclusive; int rate; struct device *dev; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

void configure(struct configuration wanted)
{
	if (!wanted.dev)
		return;
	if (wanted.exclusive == 1)
		mutex_lock(&wanted.dev->lock);
	if (wanted.rate > 0)
		wanted.dev->rate = wanted.rate;
	else
		wanted.exclusive = 1;
	if (wanted.exclusive == 1)
		mutex_unlock(&wanted.dev->lock);
}
