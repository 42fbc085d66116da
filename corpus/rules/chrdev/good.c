/* Numbers by choice if they are free, any otherwise. */
int register_chrdev_region(unsigned int first, unsigned int count, const char *name);
int alloc_chrdev_region(unsigned int *first, unsigned int minor, unsigned int count, const char *name);
void unregister_chrdev_region(unsigned int first, unsigned int count);
int add_device(unsigned int number);
void ldv_check_final_state(void);

static unsigned int first = 60;

static int init(void)
{
	int err = register_chrdev_region(first, 1, "port");

	if (err)
		err = alloc_chrdev_region(&first, 0, 1, "port");
	if (err)
		return err;
	err = add_device(first);
	if (err)
		unregister_chrdev_region(first, 1);
	return err;
}

int main(void)
{
	if (init() == 0)
		unregister_chrdev_region(first, 1);
	ldv_check_final_state();
	return 0;
}
