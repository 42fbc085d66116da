/* Power requests are skipped through, others get a completion routine. */
struct device;
struct irp { int major; };
void IoSkipCurrentIrpStackLocation(struct irp *irp);
void IoCopyCurrentIrpStackLocationToNext(struct irp *irp);
void IoSetCompletionRoutine(struct irp *irp, int (*routine)(struct irp *));
int IoCallDriver(struct device *device, struct irp *irp);
int nondet_int(void);

static struct device *lower;

static int Done(struct irp *irp)
{
	return irp->major;
}

static int Dispatch(struct irp *irp)
{
	if (irp->major == 22) {
		IoSkipCurrentIrpStackLocation(irp);
	} else {
		IoCopyCurrentIrpStackLocationToNext(irp);
		IoSetCompletionRoutine(irp, Done);
	}
	return IoCallDriver(lower, irp);
}

int main(void)
{
	struct irp first = { 22 }, second = { 3 };

	Dispatch(&first);
	if (nondet_int())
		Dispatch(&second);
	return 0;
}
