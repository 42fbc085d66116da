/* After a failed start, the buffer is freed by probe and again by its caller. */
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int start(void);

static void *device, *buffer;

static int probe(void)
{
	device = kmalloc(32, 208);
	buffer = kmalloc(512, 208);
	if (start()) {
		kfree(buffer);
		return -5;
	}
	return 0;
}

int main(void)
{
	if (probe())
		kfree(device);
	kfree(buffer);
	return 0;
}
