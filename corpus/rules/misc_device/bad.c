/* Both devices are deregistered, also if the second could not be registered. */
struct miscdevice { int minor; };
int misc_register(struct miscdevice *device);
void misc_deregister(struct miscdevice *device);

static struct miscdevice control, data;

static int start(void)
{
	int err = misc_register(&control);

	if (err)
		return err;
	misc_register(&data);
	return 0;
}

int main(void)
{
	if (start())
		return 0;
	misc_deregister(&data);
	misc_deregister(&control);
	return 0;
}
