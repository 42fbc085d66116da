/* Removes an entry from a list under a mutex. Broken: the search returns from inside of the loop. */
typedef struct { int count; } FAST_MUTEX;
struct entry { int key; struct entry *next; };
void ExAcquireFastMutex(FAST_MUTEX *mutex);
void ExReleaseFastMutex(FAST_MUTEX *mutex);
int nondet_int(void);

static FAST_MUTEX mutex;
static struct entry *head;

static int unlink(int key)
{
	struct entry **at;
	int found = 0;

	ExAcquireFastMutex(&mutex);
	for (at = &head; *at; at = &(*at)->next) {
		if ((*at)->key == key) {
			*at = (*at)->next;
			return 1;
		}
	}
	ExReleaseFastMutex(&mutex);
	return found;
}

int main(void)
{
	struct entry first = { 1, 0 }, second = { 2, 0 };

	second.next = &first;
	head = &second;
	if (unlink(nondet_int()))
		unlink(1);
	return 0;
}
