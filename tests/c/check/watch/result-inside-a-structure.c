// unknown: --property result-inside-a-structure.spec
// bug: -D AGAIN --property result-inside-a-structure.spec
// says: find_dev() returns &g_dev
//
// The function may return the structure that was made known to the code outside, but not the address of its middle as if
// a second structure began there: then q->aux would be g_dev.lock.
struct lock { int v; };
struct dev { int flag; int id; struct lock aux; struct lock lock; };
void acquire(struct lock *);
struct dev *find_dev(void);
struct dev g_dev;

int main(void)
{
	struct dev *q = find_dev();
	if (!q)
		return 0;
#ifdef AGAIN
	acquire(&q->lock);
#else
	acquire(&q->aux);
#endif
	acquire(&g_dev.lock);
	return 0;
}
