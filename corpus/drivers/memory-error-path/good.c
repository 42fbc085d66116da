/* A configuration is copied, checked and installed in place of the old one. */
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int copy_from_user(void *to, unsigned long from, unsigned long size);
int valid(const void *config);
void ldv_check_final_state(void);

static void *installed;

static int install(unsigned long from)
{
	void *config = kmalloc(64, 208);
	int err = 0;

	if (!config)
		return -12;
	if (copy_from_user(config, from, 64)) {
		err = -14;
		goto free;
	}
	if (!valid(config)) {
		err = -22;
		goto free;
	}
	kfree(installed);
	installed = config;
	return 0;
free:
	kfree(config);
	return err;
}

int main(void)
{
	install(1);
	install(2);
	kfree(installed);
	installed = 0;
	ldv_check_final_state();
	return 0;
}
