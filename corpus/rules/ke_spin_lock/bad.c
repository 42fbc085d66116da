/* The deferred procedure call releases with an IRQL that it never saved. */
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL irql);
void KeAcquireSpinLockAtDpcLevel(KSPIN_LOCK *lock);
void KeReleaseSpinLockFromDpcLevel(KSPIN_LOCK *lock);
int nondet_int(void);

static KSPIN_LOCK queue_lock;
static int length;

static void Dpc(void)
{
	KeAcquireSpinLockAtDpcLevel(&queue_lock);
	if (length == 0) {
		KeReleaseSpinLock(&queue_lock, 2);
		return;
	}
	length--;
	KeReleaseSpinLockFromDpcLevel(&queue_lock);
}

int main(void)
{
	length = nondet_int() != 0;
	Dpc();
	return 0;
}
