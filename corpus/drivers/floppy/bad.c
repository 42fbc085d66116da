/* A floppy driver: requests are queued under a spin lock, a worker takes them one by one, and plug and play stops and starts the queue. Broken: a drive that is gone already keeps the lock. */
typedef unsigned long KSPIN_LOCK;
typedef unsigned char KIRQL;
typedef int NTSTATUS;

struct irp;

void KeAcquireSpinLock(KSPIN_LOCK *lock, KIRQL *old);
void KeReleaseSpinLock(KSPIN_LOCK *lock, KIRQL irql);
void IoCompleteRequest(struct irp *irp, char boost);
int transfer_sector(int sector);
int nondet_int(void);

enum { STATUS_SUCCESS = 0, STATUS_PENDING = 0x103, STATUS_BUSY = -1, STATUS_REMOVED = -2, STATUS_IO = -3 };
enum { QUEUE = 3 };
enum state { STARTED, STOPPING, REMOVED };

struct irp {
	int sector;
	int count;
	NTSTATUS status;
};

struct extension {
	KSPIN_LOCK lock;
	enum state state;
	struct irp *queue[QUEUE];
	int waiting;
	int motor;
};

static struct extension drive;

static void complete(struct irp *irp, NTSTATUS status)
{
	irp->status = status;
	IoCompleteRequest(irp, 0);
}

static NTSTATUS queue_request(struct extension *e, struct irp *irp)
{
	KIRQL irql;
	NTSTATUS status = STATUS_PENDING;

	KeAcquireSpinLock(&e->lock, &irql);
	if (e->state == REMOVED) {
		status = STATUS_REMOVED;
	} else if (e->waiting == QUEUE) {
		status = STATUS_BUSY;
	} else {
		e->queue[e->waiting++] = irp;
	}
	KeReleaseSpinLock(&e->lock, irql);
	if (status != STATUS_PENDING)
		complete(irp, status);
	return status;
}

static struct irp *next_request(struct extension *e)
{
	struct irp *irp = 0;
	KIRQL irql;

	KeAcquireSpinLock(&e->lock, &irql);
	if (e->state == STARTED && e->waiting > 0)
		irp = e->queue[--e->waiting];
	KeReleaseSpinLock(&e->lock, irql);
	return irp;
}

static NTSTATUS read_write(struct irp *irp)
{
	int n, tries;

	for (n = 0; n < irp->count; n++) {
		for (tries = 0; tries < 2; tries++)
			if (transfer_sector(irp->sector + n) == 0)
				break;
		if (tries == 2)
			return STATUS_IO;
	}
	return STATUS_SUCCESS;
}

static void worker(struct extension *e)
{
	struct irp *irp;

	while ((irp = next_request(e)) != 0) {
		e->motor = 1;
		complete(irp, read_write(irp));
	}
	e->motor = 0;
}

static void flush(struct extension *e, NTSTATUS status)
{
	KIRQL irql;

	KeAcquireSpinLock(&e->lock, &irql);
	while (e->waiting > 0) {
		struct irp *irp = e->queue[--e->waiting];

		KeReleaseSpinLock(&e->lock, irql);
		complete(irp, status);
		KeAcquireSpinLock(&e->lock, &irql);
	}
	KeReleaseSpinLock(&e->lock, irql);
}

static void pnp(struct extension *e, int minor)
{
	KIRQL irql;

	switch (minor) {
	case 0:
		KeAcquireSpinLock(&e->lock, &irql);
		if (e->state == STOPPING)
			e->state = STARTED;
		KeReleaseSpinLock(&e->lock, irql);
		worker(e);
		break;
	case 1:
		KeAcquireSpinLock(&e->lock, &irql);
		if (e->state == REMOVED)
			return;
		e->state = STOPPING;
		KeReleaseSpinLock(&e->lock, irql);
		break;
	default:
		KeAcquireSpinLock(&e->lock, &irql);
		e->state = REMOVED;
		KeReleaseSpinLock(&e->lock, irql);
		flush(e, STATUS_REMOVED);
	}
}

int main(void)
{
	static struct irp first = { 1, 1, 0 }, second = { 9, 1, 0 };

	queue_request(&drive, &first);
	pnp(&drive, nondet_int());
	if (queue_request(&drive, &second) == STATUS_PENDING)
		worker(&drive);
	pnp(&drive, nondet_int());
	return 0;
}
