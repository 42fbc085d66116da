/* Counting takes the mutex that adding holds. */
typedef struct { int count; } FAST_MUTEX;
void ExAcquireFastMutex(FAST_MUTEX *mutex);
void ExReleaseFastMutex(FAST_MUTEX *mutex);
int nondet_int(void);

static FAST_MUTEX list;
static int entries;

static int Count(void)
{
	int n;

	ExAcquireFastMutex(&list);
	n = entries;
	ExReleaseFastMutex(&list);
	return n;
}

static void Add(int limit)
{
	ExAcquireFastMutex(&list);
	if (limit == 0 || Count() < limit)
		entries++;
	ExReleaseFastMutex(&list);
}

int main(void)
{
	Add(0);
	Add(nondet_int());
	return 0;
}
