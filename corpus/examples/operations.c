/* Operations are called through a table. With BROKEN, the table of one device has the wrong function. */
void acquire(void);
void release(void);
int nondet_int(void);

struct operations { void (*begin)(void); void (*end)(void); };

static void locked_begin(void) { acquire(); }
static void locked_end(void) { release(); }
static void free_begin(void) { }
static void free_end(void) { }

static const struct operations locked = { locked_begin, locked_end };
#ifdef BROKEN
static const struct operations unlocked = { free_begin, locked_end };
#else
static const struct operations unlocked = { free_begin, free_end };
#endif

int main(void)
{
	const struct operations *ops = nondet_int() ? &locked : &unlocked;

	ops->begin();
	ops->end();
	return 0;
}
