/* A serial driver driven by commands; its own state machine follows the hardware's. Broken: the state after closing is forgotten when data was sent. */
void uart_startup(void);
void uart_set_speed(int baud);
void uart_send(int byte);
void uart_shutdown(void);
int nondet_int(void);

enum state { OFF, ON, CONFIGURED };
static enum state state = OFF;
static int sent;

static int open(void)
{
	if (state != OFF)
		return -16;
	uart_startup();
	state = ON;
	return 0;
}

static int configure(int baud)
{
	if (state == OFF || baud <= 0)
		return -22;
	uart_set_speed(baud);
	state = CONFIGURED;
	return 0;
}

static int write(int byte)
{
	if (state != CONFIGURED)
		return -5;
	uart_send(byte);
	sent++;
	return 1;
}

static void close(void)
{
	if (state == OFF)
		return;
	uart_shutdown();
	if (!sent)
		state = OFF;
}

int main(void)
{
	int steps;

	for (steps = 0; steps < 5; steps++) {
		switch (nondet_int()) {
		case 0:
			open();
			break;
		case 1:
			configure(9600);
			break;
		case 2:
			write('x');
			break;
		default:
			close();
		}
	}
	close();
	return 0;
}
