/* A request queue shared with a deferred procedure call. */
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL irql);
void KeAcquireSpinLockAtDpcLevel(KSPIN_LOCK *lock);
void KeReleaseSpinLockFromDpcLevel(KSPIN_LOCK *lock);
int nondet_int(void);

static KSPIN_LOCK queue_lock, state_lock;
static int length;

static void Dpc(void)
{
	KeAcquireSpinLockAtDpcLevel(&queue_lock);
	if (length > 0)
		length--;
	KeReleaseSpinLockFromDpcLevel(&queue_lock);
}

static int Insert(void)
{
	KIRQL irql;
	int status = 0;

	KeAcquireSpinLock(&queue_lock, &irql);
	if (length == 2)
		status = -1;
	else
		length++;
	KeReleaseSpinLock(&queue_lock, irql);
	return status;
}

int main(void)
{
	KIRQL irql;

	KeAcquireSpinLock(&state_lock, &irql);
	KeReleaseSpinLock(&state_lock, irql);
	while (nondet_int() > 0 && Insert() == 0)
		if (nondet_int())
			Dpc();
	return 0;
}
