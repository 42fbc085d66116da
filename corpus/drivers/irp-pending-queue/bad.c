/* Reads wait in a queue of four; when it is full they fail at once. Broken: the request is marked before it is known whether the queue has room. */
typedef int NTSTATUS;
struct device { int stopped; };
struct irp { int major; NTSTATUS status; };
enum { STATUS_PENDING = 0x103, STATUS_BUSY = -1, STATUS_GONE = -2 };

void IoMarkIrpPending(struct irp *irp);
void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);

static struct irp *queue[4];
static int waiting;

static int enqueue(struct irp *irp)
{
	if (waiting == 4)
		return 0;
	queue[waiting++] = irp;
	return 1;
}

static NTSTATUS DispatchRead(struct device *device, struct irp *irp)
{
	if (device->stopped) {
		irp->status = STATUS_GONE;
		IoCompleteRequest(irp, 0);
		return STATUS_GONE;
	}
	IoMarkIrpPending(irp);
	if (enqueue(irp))
		return STATUS_PENDING;
	irp->status = STATUS_BUSY;
	IoCompleteRequest(irp, 0);
	return STATUS_BUSY;
}

int main(void)
{
	static struct irp requests[6];
	struct device device = { 0 };
	int i;

	device.stopped = nondet_int();
	for (i = 0; i < 6; i++)
		DispatchRead(&device, &requests[i]);
	return 0;
}
