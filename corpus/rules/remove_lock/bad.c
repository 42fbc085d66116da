/* A request that fails is not counted out. */
struct remove_lock { int count; };
struct irp { int minor; };
int IoAcquireRemoveLock(struct remove_lock *lock, void *tag);
void IoReleaseRemoveLock(struct remove_lock *lock, void *tag);
int Forward(struct irp *irp);

static struct remove_lock lock;

static int DispatchPnp(struct irp *irp)
{
	int status = IoAcquireRemoveLock(&lock, irp);

	if (status != 0)
		return status;
	status = Forward(irp);
	if (status < 0)
		return status;
	IoReleaseRemoveLock(&lock, irp);
	return status;
}

int main(void)
{
	struct irp irp = { 0 };

	DispatchPnp(&irp);
	return 0;
}
