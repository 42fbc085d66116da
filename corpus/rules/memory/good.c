/* A device and its buffer are allocated together, and freed in any case. */
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
int start(void);
void ldv_check_final_state(void);

static void *device, *buffer;

static int probe(void)
{
	device = kmalloc(32, 208);
	if (!device)
		return -12;
	buffer = kmalloc(512, 208);
	if (!buffer)
		goto free_device;
	if (start())
		goto free_buffer;
	return 0;
free_buffer:
	kfree(buffer);
free_device:
	kfree(device);
	return -12;
}

int main(void)
{
	if (probe() == 0) {
		kfree(buffer);
		kfree(device);
	}
	ldv_check_final_state();
	return 0;
}
