/* A list under one mutex, statistics under another. */
typedef struct { int count; } FAST_MUTEX;
void ExAcquireFastMutex(FAST_MUTEX *mutex);
unsigned char ExTryToAcquireFastMutex(FAST_MUTEX *mutex);
void ExReleaseFastMutex(FAST_MUTEX *mutex);
int nondet_int(void);

static FAST_MUTEX list, statistics;
static int entries, changes;

static void Count(void)
{
	if (ExTryToAcquireFastMutex(&statistics)) {
		changes++;
		ExReleaseFastMutex(&statistics);
	}
}

static void Add(void)
{
	ExAcquireFastMutex(&list);
	entries++;
	Count();
	ExReleaseFastMutex(&list);
}

int main(void)
{
	Add();
	if (nondet_int())
		Count();
	return 0;
}
