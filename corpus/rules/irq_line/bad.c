/* Where the device does not start, the line is enabled although it was never disabled. */
typedef int (*irq_handler_t)(int, void *);
int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags,
			 const char *name, void *dev);
const void *free_irq(unsigned int irq, void *dev);
void disable_irq(unsigned int irq);
void enable_irq(unsigned int irq);
int start_device(void);

static int device;

static int handler(int irq, void *dev)
{
	return 1;
}

static int set_registers(void)
{
	int err = start_device();

	if (err)
		goto out;
	disable_irq(9);
	err = start_device();
out:
	enable_irq(9);
	return err;
}

int main(void)
{
	if (request_threaded_irq(9, handler, 0, 0, "device", &device))
		return 0;
	set_registers();
	free_irq(9, &device);
	return 0;
}
