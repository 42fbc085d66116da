/* An interrupt's deferred procedure call and a dispatch routine share a ring of buffers. */
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL irql);
void KeAcquireSpinLockAtDpcLevel(KSPIN_LOCK *lock);
void KeReleaseSpinLockFromDpcLevel(KSPIN_LOCK *lock);
int nondet_int(void);

enum { SLOTS = 4 };
static struct { KSPIN_LOCK lock; unsigned head, tail; int slot[SLOTS]; } ring;

static int put_locked(int value)
{
	if (ring.head - ring.tail == SLOTS)
		return 0;
	ring.slot[ring.head++ % SLOTS] = value;
	return 1;
}

static int take_locked(void)
{
	if (ring.head == ring.tail)
		return -1;
	return ring.slot[ring.tail++ % SLOTS];
}

static void dpc(int value)
{
	KeAcquireSpinLockAtDpcLevel(&ring.lock);
	put_locked(value);
	KeReleaseSpinLockFromDpcLevel(&ring.lock);
}

static int dispatch(void)
{
	KIRQL irql;
	int value;

	KeAcquireSpinLock(&ring.lock, &irql);
	value = take_locked();
	KeReleaseSpinLock(&ring.lock, irql);
	return value;
}

int main(void)
{
	int n = nondet_int();

	if (n > 0)
		dpc(n);
	dispatch();
	dpc(7);
	return 0;
}
