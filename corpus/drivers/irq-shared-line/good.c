/* Two ports of a serial card share a line: the first one opened requests it, the last one closed frees it. */
typedef int (*irq_handler_t)(int, void *);
int request_irq(unsigned int irq, irq_handler_t handler, unsigned long flags, const char *name, void *dev);
void free_irq(unsigned int irq, void *dev);
int nondet_int(void);
void ldv_check_final_state(void);

enum { LINE = 4 };
struct port { int open; };
static struct port ports[2];
static int opened;

static int interrupt(int irq, void *dev)
{
	return irq == LINE && dev;
}

static int port_open(struct port *port)
{
	if (port->open)
		return -16;
	if (opened == 0 && request_irq(LINE, interrupt, 0, "serial", ports))
		return -5;
	opened++;
	port->open = 1;
	return 0;
}

static void port_close(struct port *port)
{
	if (!port->open)
		return;
	port->open = 0;
	if (--opened == 0)
		free_irq(LINE, ports);
}

int main(void)
{
	int first = port_open(&ports[0]);
	int second = nondet_int() ? port_open(&ports[1]) : -1;

	if (nondet_int() && first == 0)
		port_close(&ports[0]);
	if (second == 0)
		port_close(&ports[1]);
	port_close(&ports[0]);
	ldv_check_final_state();
	return 0;
}
