/* If queueing fails after the worker ran, the reference is given back twice. */
struct file { int flags; };
void ObReferenceObject(void *object);
void ObDereferenceObject(void *object);
int QueueWorkItem(struct file *file);

static void Worker(struct file *file)
{
	file->flags = 1;
	ObDereferenceObject(file);
}

int main(void)
{
	struct file log = { 0 };
	int status;

	ObReferenceObject(&log);
	status = QueueWorkItem(&log);
	if (status >= 0)
		Worker(&log);
	if (status != 0)
		ObDereferenceObject(&log);
	return 0;
}
