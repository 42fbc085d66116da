/* A large buffer, or a small one; and one for statistics, without which there is no device. */
void *kzalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int register_device(void);

static void *buffer, *statistics;

static int card_probe(void)
{
	int err = -12;

	buffer = kzalloc(65536, 0xcc0);
	if (!buffer)
		buffer = kzalloc(4096, 0xcc0);
	if (!buffer)
		return err;
	statistics = kzalloc(64, 0xcc0);
	if (!statistics)
		goto free;
	err = register_device();
	if (err)
		goto free;
	return 0;
free:
	kfree(statistics);
	kfree(buffer);
	return err;
}

int main(void)
{
	if (card_probe() == 0) {
		kfree(statistics);
		kfree(buffer);
	}
	return 0;
}
