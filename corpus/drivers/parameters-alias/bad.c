/* Broken: a channel that is copied to itself is locked twice. */
struct mutex { int owner; };
struct channel { struct mutex lock; int level; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

int copy(struct channel *from, struct channel *to)
{
	mutex_lock(&from->lock);
	mutex_lock(&to->lock);
	to->level = from->level;
	mutex_unlock(&to->lock);
	mutex_unlock(&from->lock);
	return 1;
}
