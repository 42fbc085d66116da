// unknown: --entry run --property result-inside-a-structure.spec
// bug: -D WHOLE --entry run --property result-inside-a-structure.spec
//
// A pointer that is read from an object behind a parameter may lead to an element of the table, but not to the middle of one
// as if a structure began there and went on into the next: then q->tab[1] would be g_devs[1].lock.
struct lock { int v; };
struct dev { struct lock aux; struct lock lock; struct lock tab[2]; int id; int flag; struct dev *next; };
void acquire(struct lock *);
static struct dev g_devs[2];

int run(struct dev *given)
{
	struct dev *q = given->next;
	if (!q)
		return 0;
#ifdef WHOLE
	acquire(&q->lock);
#else
	acquire(&q->tab[1]);
#endif
	acquire(&g_devs[1].lock);
	return 0;
}
