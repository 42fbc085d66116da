/* Every request holds the remove lock; removal waits for all of them. */
struct remove_lock { int count; };
struct irp { int minor; };
int IoAcquireRemoveLock(struct remove_lock *lock, void *tag);
void IoReleaseRemoveLock(struct remove_lock *lock, void *tag);
void IoReleaseRemoveLockAndWait(struct remove_lock *lock, void *tag);
int Forward(struct irp *irp);
int nondet_int(void);

static struct remove_lock lock;

static int DispatchPnp(struct irp *irp)
{
	int status = IoAcquireRemoveLock(&lock, irp);

	if (status != 0)
		return status;
	status = Forward(irp);
	if (irp->minor == 2)
		IoReleaseRemoveLockAndWait(&lock, irp);
	else
		IoReleaseRemoveLock(&lock, irp);
	return status;
}

int main(void)
{
	struct irp irp = { 0 };

	DispatchPnp(&irp);
	irp.minor = 2;
	DispatchPnp(&irp);
	return 0;
}
