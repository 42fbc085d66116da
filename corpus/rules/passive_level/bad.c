/* The key is closed a little too early. */
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
	else
		ZwClose(&value);
	KeReleaseSpinLock(&lock, irql);
	return 0;
}
