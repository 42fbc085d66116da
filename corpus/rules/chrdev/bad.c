/* The failure of the first attempt is not looked at. */
int register_chrdev_region(unsigned int first, unsigned int count, const char *name);
int alloc_chrdev_region(unsigned int *first, unsigned int minor, unsigned int count, const char *name);
void unregister_chrdev_region(unsigned int first, unsigned int count);

static unsigned int first = 60;

int main(void)
{
	int err = register_chrdev_region(first, 1, "port");

	err = alloc_chrdev_region(&first, 0, 1, "port");
	if (err == 0)
		unregister_chrdev_region(first, 1);
	return err;
}
