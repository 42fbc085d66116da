// unknown: --entry run --property result-inside-a-structure.spec
// bug: -D OUTSIDE --entry run --property result-inside-a-structure.spec
//
// What a function is started with does not lead to its own variables, although it makes their addresses known later.
struct lock { int v; };
void acquire(struct lock *);
struct lock outer;

void run(struct lock *given)
{
	struct lock inner = { 0 };
	acquire(given);
#ifdef OUTSIDE
	acquire(&outer);
#else
	acquire(&inner);
#endif
}
