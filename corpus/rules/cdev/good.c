/* Two character devices; deleting one that could not be added is how its memory goes. */
struct cdev { int count; };
int cdev_add(struct cdev *cdev, unsigned int number, unsigned int count);
void cdev_del(struct cdev *cdev);
int create_node(void);

static struct cdev control, data;

static int start(void)
{
	int err = cdev_add(&control, 0x100, 1);

	if (err) {
		cdev_del(&control);
		return err;
	}
	err = cdev_add(&data, 0x101, 1);
	if (err)
		goto delete;
	err = create_node();
	if (err)
		goto delete;
	return 0;
delete:
	cdev_del(&data);
	cdev_del(&control);
	return err;
}

int main(void)
{
	if (start())
		return 0;
	cdev_del(&data);
	cdev_del(&control);
	return 0;
}
