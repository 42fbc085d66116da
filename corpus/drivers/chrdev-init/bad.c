/* Module init and exit with a table of minor devices. Broken: the error path returns from its loop once all minors are deleted. */
int register_chrdev_region(unsigned int first, unsigned int count, const char *name);
void unregister_chrdev_region(unsigned int first, unsigned int count);
int add_minor(int number);
void delete_minor(int number);
void ldv_check_final_state(void);
enum { FIRST = 240 << 20, MINORS = 3 };

static int init(void)
{
	int err, n;

	err = register_chrdev_region(FIRST, MINORS, "example");
	if (err)
		return err;
	for (n = 0; n < MINORS; n++) {
		err = add_minor(n);
		if (err)
			goto undo;
	}
	return 0;
undo:
	do {
		if (n == 0)
			return err;
		delete_minor(--n);
	} while (1);
}

static void cleanup(void)
{
	int n;

	for (n = MINORS - 1; n >= 0; n--)
		delete_minor(n);
	unregister_chrdev_region(FIRST, MINORS);
}

int main(void)
{
	if (init() == 0)
		cleanup();
	ldv_check_final_state();
	return 0;
}
