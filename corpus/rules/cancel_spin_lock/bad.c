/* A cancelled request is completed with the lock held. */
typedef unsigned char KIRQL;
struct irp { KIRQL cancel_irql; int cancelled; };
void IoAcquireCancelSpinLock(KIRQL *irql);
void IoReleaseCancelSpinLock(KIRQL irql);
void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);

static void Start(struct irp *irp)
{
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	if (irp->cancelled)
		IoCompleteRequest(irp, 0);
	IoReleaseCancelSpinLock(irql);
}

int main(void)
{
	struct irp irp = { 0, 0 };

	irp.cancelled = nondet_int();
	Start(&irp);
	return 0;
}
