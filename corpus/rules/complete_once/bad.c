/* A missing break: the request is completed and passed on. */
struct device;
struct irp { int major; int status; };
void IoCompleteRequest(struct irp *irp, char boost);
int IoCallDriver(struct device *device, struct irp *irp);
int nondet_int(void);

static struct device *lower;

static int DispatchControl(struct irp *irp)
{
	switch (irp->major) {
	case 0:
		irp->status = 0;
		IoCompleteRequest(irp, 0);
		return irp->status;
	case 1:
		irp->status = -5;
		IoCompleteRequest(irp, 0);
	default:
		return IoCallDriver(lower, irp);
	}
}

int main(void)
{
	struct irp irp = { 0, 0 };

	irp.major = nondet_int();
	DispatchControl(&irp);
	return 0;
}
