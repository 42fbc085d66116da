/* A cancel routine and the function that removes it. */
typedef unsigned char KIRQL;
struct irp { KIRQL cancel_irql; int cancelled; };
void IoAcquireCancelSpinLock(KIRQL *irql);
void IoReleaseCancelSpinLock(KIRQL irql);
void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);

static void CancelRoutine(struct irp *irp)
{
	IoReleaseCancelSpinLock(irp->cancel_irql);
	IoCompleteRequest(irp, 0);
}

static int Start(struct irp *irp)
{
	KIRQL irql;

	IoAcquireCancelSpinLock(&irql);
	if (irp->cancelled) {
		IoReleaseCancelSpinLock(irql);
		IoCompleteRequest(irp, 0);
		return -1;
	}
	IoReleaseCancelSpinLock(irql);
	return 0;
}

int main(void)
{
	struct irp irp = { 0, 0 };

	irp.cancelled = nondet_int();
	if (Start(&irp) == 0 && nondet_int())
		CancelRoutine(&irp);
	return 0;
}
