/* Raises the level by hand, takes a lock, and goes back the same way. */
typedef unsigned char KIRQL;
void KeRaiseIrql(KIRQL irql, KIRQL *old);
void KeLowerIrql(KIRQL irql);
void KeAcquireSpinLock(unsigned long *lock, KIRQL *old);
void KeReleaseSpinLock(unsigned long *lock, KIRQL irql);
KIRQL KeGetCurrentIrql(void);
int nondet_int(void);

static unsigned long lock;

int main(void)
{
	KIRQL before = KeGetCurrentIrql(), old;

	if (nondet_int()) {
		KeRaiseIrql(1, &old);
		KeAcquireSpinLock(&lock, &old);
		KeReleaseSpinLock(&lock, 1);
	}
	KeLowerIrql(before);
	return 0;
}
