/* What is read from the registry is read before the lock is taken. */
typedef unsigned char KIRQL;
void KeAcquireSpinLock(unsigned long *lock, KIRQL *old);
void KeReleaseSpinLock(unsigned long *lock, KIRQL irql);
int ZwQueryValueKey(void *key, int *value);
void ZwClose(void *key);

static unsigned long lock;
static int limit;

int main(void)
{
	KIRQL irql;
	int value = 0;
	int status = ZwQueryValueKey(&value, &value);

	KeAcquireSpinLock(&lock, &irql);
	if (status >= 0)
		limit = value;
	KeReleaseSpinLock(&lock, irql);
	ZwClose(&value);
	return 0;
}
