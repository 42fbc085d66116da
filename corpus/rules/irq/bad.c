/* The error path frees the interrupt that it did not get. */
typedef int (*irq_handler_t)(int, void *);
int request_irq(unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev);
void free_irq(unsigned int irq, void *dev);

static int handler(int irq, void *dev)
{
	return irq && dev;
}

static int probe(void *dev)
{
	int err = request_irq(5, handler, 0, "rx", dev);

	if (err)
		return err;
	err = request_irq(6, handler, 0, "tx", dev);
	if (err)
		free_irq(6, dev);
	return err;
}

int main(void)
{
	int device = 0;

	return probe(&device);
}
