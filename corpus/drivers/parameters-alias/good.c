/* Copies between two channels, which may be one and the same: then there is one lock to take. */
struct mutex { int owner; };
struct channel { struct mutex lock; int level; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

int copy(struct channel *from, struct channel *to)
{
	if (from == to)
		return 0;
	mutex_lock(&from->lock);
	mutex_lock(&to->lock);
	to->level = from->level;
	mutex_unlock(&to->lock);
	mutex_unlock(&from->lock);
	return 1;
}
