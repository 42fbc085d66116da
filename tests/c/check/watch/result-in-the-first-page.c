// unknown: --entry run --property result-inside-a-structure.spec
//
// The address of a member of no structure is a small number, and no structure begins just before it.
struct lock { int v; };
struct dev { int flag; struct lock aux; struct lock lock; };
void acquire(struct lock *);
struct dev *find_dev(void);
struct dev *nothing;

void run(void)
{
	acquire(&nothing->lock);
	struct dev *q = find_dev();
	if (q)
		acquire(&q->aux);
}
