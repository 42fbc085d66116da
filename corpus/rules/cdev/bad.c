/* Where no node can be made, the device can still be opened, by a module that is not there. */
struct cdev { int count; };
int cdev_add(struct cdev *cdev, unsigned int number, unsigned int count);
void cdev_del(struct cdev *cdev);
int create_node(void);

static struct cdev control;

static int start(void)
{
	int err = cdev_add(&control, 0x100, 1);

	return err ? err : create_node();
}

int main(void)
{
	if (start() == 0)
		cdev_del(&control);
	return 0;
}
