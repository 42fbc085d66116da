/* err is 0 from the step before when there is no memory for the names of statistics. */
void *kmemdup(const void *from, unsigned long size, unsigned int flags);
void kfree(const void *block);
int register_device(void);
void unregister_device(void);

static const char names[] = "sent received lost";
static void *statistics;

static int card_probe(void)
{
	int err = register_device();

	if (err)
		return err;
	statistics = kmemdup(names, sizeof names, 0xcc0);
	if (!statistics)
		goto unregister;
	return 0;
unregister:
	unregister_device();
	return err;
}

int main(void)
{
	if (card_probe() == 0)
		kfree(statistics);
	return 0;
}
