/* The completion routine is set in any case. */
struct device;
struct irp { int major; };
void IoSkipCurrentIrpStackLocation(struct irp *irp);
void IoCopyCurrentIrpStackLocationToNext(struct irp *irp);
void IoSetCompletionRoutine(struct irp *irp, int (*routine)(struct irp *));
int IoCallDriver(struct device *device, struct irp *irp);

static struct device *lower;

static int Done(struct irp *irp)
{
	return irp->major;
}

static int Dispatch(struct irp *irp)
{
	if (irp->major == 22)
		IoSkipCurrentIrpStackLocation(irp);
	else
		IoCopyCurrentIrpStackLocationToNext(irp);
	IoSetCompletionRoutine(irp, Done);
	return IoCallDriver(lower, irp);
}

int main(void)
{
	struct irp irp = { 22 };

	Dispatch(&irp);
	return 0;
}
