/* The line begins disabled and is enabled when the device is up; it is disabled while the registers change. */
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
	int err;

	disable_irq(9);
	err = start_device();
	enable_irq(9);
	return err;
}

int main(void)
{
	if (request_threaded_irq(9, handler, 0, 0x80000, "device", &device))
		return 0;
	if (start_device() == 0) {
		enable_irq(9);
		set_registers();
	}
	free_irq(9, &device);
	return 0;
}
