/* A dispatch routine as the system calls it: with a device and a request of which nothing is known. */
typedef long NTSTATUS;
struct irp { int major; int length; NTSTATUS status; };
struct device { int removed; struct irp *pending; };
enum { CREATE, READ, CANCEL };

void IoCompleteRequest(struct irp *irp, char boost);

static NTSTATUS finish(struct irp *irp, NTSTATUS status)
{
	irp->status = status;
	IoCompleteRequest(irp, 0);
	return status;
}

static NTSTATUS cancel(struct device *device, struct irp *irp)
{
	struct irp *pending = device->pending;

	device->pending = 0;
	if (pending && pending != irp)
		finish(pending, -3);
	return finish(irp, 0);
}

NTSTATUS dispatch(struct device *device, struct irp *irp)
{
	if (device->removed)
		return finish(irp, -1);
	switch (irp->major) {
	case READ:
		if (irp->length <= 0)
			return finish(irp, -2);
		device->pending = irp;
		return 1;
	case CANCEL:
		return cancel(device, irp);
	default:
		return finish(irp, 0);
	}
}
