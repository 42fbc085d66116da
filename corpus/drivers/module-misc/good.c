/* A box with a counter: one device to read it, one to control it. A module that gets only one of them is not loaded. */
typedef long loff_t;
typedef unsigned long size_t;
struct file_operations;
struct cdev { const struct file_operations *ops; };
struct inode { const struct file_operations *i_fop; struct cdev *i_cdev; void *i_private; };
struct file { struct inode *f_inode; const struct file_operations *f_op; void *private_data; };
struct file_operations {
	int (*open)(struct inode *, struct file *);
	int (*release)(struct inode *, struct file *);
	long (*read)(struct file *, char *, size_t, loff_t *);
	long (*write)(struct file *, const char *, size_t, loff_t *);
};
struct miscdevice { int minor; const char *name; const struct file_operations *fops; };
int misc_register(struct miscdevice *device);
void misc_deregister(struct miscdevice *device);
unsigned long copy_to_user(void *to, const void *from, unsigned long size);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static int users, count;

static int counter_open(struct inode *inode, struct file *file)
{
	if (users)
		return -16;
	users++;
	return 0;
}

static int counter_release(struct inode *inode, struct file *file)
{
	users--;
	return 0;
}

static long counter_read(struct file *file, char *buffer, size_t size, loff_t *position)
{
	if (size < sizeof count)
		return -22;
	if (copy_to_user(buffer, &count, sizeof count))
		return -14;
	return sizeof count;
}

static long control_write(struct file *file, const char *buffer, size_t size, loff_t *position)
{
	count++;
	return size;
}

static const struct file_operations counter_operations = {
	.open = counter_open,
	.release = counter_release,
	.read = counter_read,
};
static const struct file_operations control_operations = { .write = control_write };
static struct miscdevice counter = { 255, "counter", &counter_operations };
static struct miscdevice control = { 255, "counter-control", &control_operations };

static int box_init(void)
{
	int err = misc_register(&counter);

	if (err)
		return err;
	err = misc_register(&control);
	if (err)
		misc_deregister(&counter);
	return err;
}

static void box_exit(void)
{
	misc_deregister(&control);
	misc_deregister(&counter);
}

module_init(box_init);
module_exit(box_exit);
