/* Reads are queued, everything else is answered at once. */
struct device;
struct irp { int major; };
enum { STATUS_SUCCESS = 0, STATUS_PENDING = 0x103 };
void IoMarkIrpPending(struct irp *irp);
void Queue(struct irp *irp);
int nondet_int(void);

static int DispatchRead(struct device *device, struct irp *irp)
{
	if (irp->major != 3)
		return STATUS_SUCCESS;
	IoMarkIrpPending(irp);
	Queue(irp);
	return STATUS_PENDING;
}

int main(void)
{
	struct irp irp = { 3 };

	if (nondet_int())
		irp.major = 4;
	DispatchRead(0, &irp);
	return 0;
}
