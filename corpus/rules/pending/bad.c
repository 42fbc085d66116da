/* The status of the queue is returned, though the request is marked. */
struct device;
struct irp { int major; };
enum { STATUS_SUCCESS = 0, STATUS_PENDING = 0x103 };
void IoMarkIrpPending(struct irp *irp);
int Queue(struct irp *irp);

static int DispatchRead(struct device *device, struct irp *irp)
{
	IoMarkIrpPending(irp);
	if (Queue(irp) < 0)
		return -1;
	return STATUS_PENDING;
}

int main(void)
{
	struct irp irp = { 3 };

	DispatchRead(0, &irp);
	return 0;
}
