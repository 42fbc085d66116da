/* A work item keeps its file object alive. */
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

	ObReferenceObject(&log);
	if (QueueWorkItem(&log) == 0)
		Worker(&log);
	else
		ObDereferenceObject(&log);
	return log.flags;
}
