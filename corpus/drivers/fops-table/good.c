/* The operations of two kinds of files in tables; only one of them locks. */
struct mutex { int owner; };
struct file;
struct operations {
	int (*open)(struct file *);
	int (*write)(struct file *, int);
	void (*release)(struct file *);
};
struct file { const struct operations *ops; struct mutex lock; int size; };

void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
int nondet_int(void);

static int null_open(struct file *file)
{
	file->size = 0;
	return 0;
}

static int null_write(struct file *file, int count)
{
	return count;
}

static void null_release(struct file *file)
{
	file->size = -1;
}

static int log_open(struct file *file)
{
	mutex_lock(&file->lock);
	return 0;
}

static int log_write(struct file *file, int count)
{
	file->size += count;
	return count;
}

static void log_release(struct file *file)
{
	mutex_unlock(&file->lock);
}

static const struct operations null_ops = { null_open, null_write, null_release };
static const struct operations log_ops = { log_open, log_write, log_release };

static int use(struct file *file)
{
	int written;

	if (file->ops->open(file))
		return -1;
	written = file->ops->write(file, 4);
	file->ops->release(file);
	return written;
}

int main(void)
{
	static struct file null_file, log_file;

	null_file.ops = &null_ops;
	log_file.ops = &log_ops;
	use(nondet_int() ? &null_file : &log_file);
	use(&log_file);
	return 0;
}
