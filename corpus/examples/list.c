/* A driver walks over its devices and locks for those that need it. With BROKEN, it unlocks for others. */
void acquire(void);
void release(void);

struct device { int needs_lock; struct device *next; };

static struct device third = { 0, 0 }, second = { 1, &third }, first = { 0, &second };

int main(void)
{
	struct device *at = &first;

	while (at) {
		if (at->needs_lock)
			acquire();
#ifdef BROKEN
		if (at->next)
#else
		if (at->needs_lock)
#endif
			release();
		at = at->next;
	}
	return 0;
}
