/* An interrupt handler that works until the status register is empty. */
void mask_irq(void);
void unmask_irq(void);
int read_status(void);
void ack_irq(int mask);
void handle_rx(void);
enum { RX = 1, TX = 4 };

static int transmitted;

static int interrupt(void)
{
	int status, rounds = 0, handled = 0;

	mask_irq();
	while ((status = read_status()) != 0) {
		if (status & RX)
			handle_rx();
		if (status & TX)
			transmitted++;
		ack_irq(status);
		handled = 1;
		if (++rounds == 3)
			break;
	}
	unmask_irq();
	return handled;
}

int main(void)
{
	return interrupt();
}
