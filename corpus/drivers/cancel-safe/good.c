/* Cleanup cancels all queued requests, giving up the cancel lock around each completion. */
typedef unsigned char KIRQL;
struct irp { int cancelled; struct irp *next; };

void IoAcquireCancelSpinLock(KIRQL *irql);
void IoReleaseCancelSpinLock(KIRQL irql);
void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);

static struct irp a, b, *queue;

static struct irp *dequeue(void)
{
	struct irp *first = queue;

	if (first)
		queue = first->next;
	return first;
}

static void cleanup(void)
{
	struct irp *irp;
	KIRQL irql = 0;

	IoAcquireCancelSpinLock(&irql);
	while ((irp = dequeue()) != 0) {
		irp->cancelled = 1;
		IoReleaseCancelSpinLock(irql);
		IoCompleteRequest(irp, 0);
		IoAcquireCancelSpinLock(&irql);
	}
	IoReleaseCancelSpinLock(irql);
}

int main(void)
{
	if (nondet_int()) {
		b.next = &a;
		queue = &b;
	} else if (nondet_int()) {
		queue = &a;
	}
	cleanup();
	return 0;
}
