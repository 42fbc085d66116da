/* Walks over a list of devices hand over hand: the next one is locked before this one is unlocked. Broken: at the end of the list the lock is given back on the common way out, too. */
struct mutex { int owner; };
struct device { struct mutex lock; int id; struct device *next; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);

static struct device c = { { 0 }, 3, 0 }, b = { { 0 }, 2, &c }, a = { { 0 }, 1, &b };

static int find(struct device *first, int id)
{
	struct device *at = first, *next;

	mutex_lock(&at->lock);
	while (at->id != id) {
		next = at->next;
		if (!next) {
			mutex_unlock(&at->lock);
			break;
		}
		mutex_lock(&next->lock);
		mutex_unlock(&at->lock);
		at = next;
	}
	mutex_unlock(&at->lock);
	return 0;
}

int main(void)
{
	find(&a, nondet_int());
	find(&b, 3);
	return 0;
}
