/* Plug and play requests of a filter driver; everything goes down, some of it with a completion routine. Broken: a shortcut for the cancelled removal calls the lower driver directly. */
struct device { int started; };
struct irp { int minor; int status; };
enum { START, CANCEL_REMOVE, REMOVE, QUERY_REMOVE, OTHER };

void IoSkipCurrentIrpStackLocation(struct irp *irp);
void IoCopyCurrentIrpStackLocationToNext(struct irp *irp);
void IoSetCompletionRoutine(struct irp *irp, int (*routine)(struct irp *));
int IoCallDriver(struct device *device, struct irp *irp);
int nondet_int(void);

static struct device lower, own;

static int started(struct irp *irp)
{
	if (irp->status >= 0)
		own.started = 1;
	return 0;
}

static int pass(struct irp *irp)
{
	IoSkipCurrentIrpStackLocation(irp);
	return IoCallDriver(&lower, irp);
}

static int pnp(struct irp *irp)
{
	switch (irp->minor) {
	case START:
		IoCopyCurrentIrpStackLocationToNext(irp);
		IoSetCompletionRoutine(irp, started);
		return IoCallDriver(&lower, irp);
	case QUERY_REMOVE:
		if (own.started)
			irp->status = 0;
		return pass(irp);
	case REMOVE:
		own.started = 0;
		irp->status = 0;
		return pass(irp);
	case CANCEL_REMOVE:
		return IoCallDriver(&lower, irp);
	}
	return pass(irp);
}

int main(void)
{
	static struct irp requests[3];
	int i;

	for (i = 0; i < 3; i++) {
		requests[i].minor = nondet_int();
		pnp(&requests[i]);
	}
	return 0;
}
