/* Probe takes two interrupts and gives back the first if it does not get the second. */
typedef int (*irq_handler_t)(int, void *);
int request_irq(unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev);
void free_irq(unsigned int irq, void *dev);
void ldv_check_final_state(void);

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
		goto free_rx;
	return 0;
free_rx:
	free_irq(5, dev);
	return err;
}

static void remove(void *dev)
{
	free_irq(6, dev);
	free_irq(5, dev);
}

int main(void)
{
	int device = 0;

	if (probe(&device) == 0)
		remove(&device);
	ldv_check_final_state();
	return 0;
}
