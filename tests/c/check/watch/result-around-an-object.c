// unknown: --property result-inside-a-structure.spec
// unknown: -D GLOBAL --property result-inside-a-structure.spec
// unknown: -D ELEMENT --property result-inside-a-structure.spec
// bug: -D ITSELF --property result-inside-a-structure.spec
//
// A structure that a function without a body returns does not lie around something smaller of the program's, or across its
// end: a lock that was allocated for itself, a global lock, an element of a table.
struct lock { int v; };
struct dev { int flag; struct lock aux; struct lock lock; };
void acquire(struct lock *);
struct dev *find_dev(void);
void *calloc(unsigned long, unsigned long);
struct lock g_lock;
struct dev g_table[2];

int main(void)
{
#if defined GLOBAL
	struct lock *held = &g_lock;
#elif defined ELEMENT
	struct lock *held = &g_table[1].lock;
#elif defined ITSELF
	struct dev *made = calloc(1, sizeof *made);
	struct lock *held = &made->aux;
#else
	struct lock *held = calloc(1, sizeof *held);
#endif
	acquire(held);
	struct dev *q = find_dev();
	if (!q)
		return 0;
	acquire(&q->aux);
	return 0;
}
