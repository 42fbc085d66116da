/* Every dispatch routine acquires the remove lock; a wrapper does it for all of them. */
struct lock { int count; };
struct irp { int major; int status; };

int IoAcquireRemoveLock(struct lock *lock, void *tag);
void IoReleaseRemoveLock(struct lock *lock, void *tag);
int nondet_int(void);

static struct lock remove_lock;

static int do_read(struct irp *irp)
{
	return irp->status ? -1 : 0;
}

static int do_write(struct irp *irp)
{
	int tries;

	for (tries = 0; tries < 2; tries++)
		if (nondet_int() == 0)
			return 0;
	irp->status = -5;
	return -5;
}

static int with_lock(struct irp *irp, int (*work)(struct irp *))
{
	int status = IoAcquireRemoveLock(&remove_lock, irp);

	if (status != 0) {
		irp->status = status;
		return status;
	}
	status = work(irp);
	IoReleaseRemoveLock(&remove_lock, irp);
	return status;
}

int main(void)
{
	struct irp irp = { 0, 0 };

	irp.major = nondet_int();
	if (irp.major == 3)
		return with_lock(&irp, do_read);
	return with_lock(&irp, do_write);
}
