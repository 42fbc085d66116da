/* A serial driver with two ports: open, close, write, interrupt and a timer that does the interrupt's work when the line is shared. Broken: a port that is throttled while it writes takes its lock again. */
typedef struct { int raw; } spinlock_t;

void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int read_port(int address);
void write_port(int address, int value);
int nondet_int(void);
void ldv_check_final_state(void);

enum { PORTS = 2, FIFO = 4 };
enum { STATUS = 5, DATA = 0, READY = 1, EMPTY = 2 };

struct port {
	spinlock_t lock;
	int base;
	int users;
	int fifo[FIFO];
	int head, tail;
	int received, overruns;
	int stopped;
};

static struct port ports[PORTS] = { { { 0 }, 0x3f8 }, { { 0 }, 0x2f8 } };

static int used(const struct port *port)
{
	return port->head - port->tail;
}

static void start_tx(struct port *port)
{
	if (port->stopped || used(port) == 0)
		return;
	write_port(port->base + DATA, port->fifo[port->tail % FIFO]);
	port->tail++;
}

static void throttle(struct port *port, int stop);

static void receive(struct port *port)
{
	int budget = 2;

	while (budget-- > 0 && (read_port(port->base + STATUS) & READY)) {
		if (port->received == 100)
			port->overruns++;
		else
			port->received++;
		if (port->stopped && used(port) > 0)
			throttle(port, 0);
	}
}

static int handle_port(struct port *port)
{
	int status, handled = 0;

	spin_lock(&port->lock);
	status = read_port(port->base + STATUS);
	if (status & READY) {
		receive(port);
		handled = 1;
	}
	if (status & EMPTY) {
		start_tx(port);
		handled = 1;
	}
	spin_unlock(&port->lock);
	return handled;
}

static int interrupt(void)
{
	int n, handled = 0;

	for (n = 0; n < PORTS; n++)
		if (ports[n].users > 0)
			handled |= handle_port(&ports[n]);
	return handled;
}

static int open(struct port *port)
{
	spin_lock(&port->lock);
	if (port->users++ == 0) {
		port->head = port->tail = 0;
		port->stopped = 0;
	}
	spin_unlock(&port->lock);
	return 0;
}

static int write(struct port *port, int byte)
{
	int written = 0;

	spin_lock(&port->lock);
	if (port->users > 0 && used(port) < FIFO) {
		port->fifo[port->head++ % FIFO] = byte;
		written = 1;
		start_tx(port);
	}
	spin_unlock(&port->lock);
	return written;
}

static void throttle(struct port *port, int stop)
{
	spin_lock(&port->lock);
	port->stopped = stop;
	if (!stop)
		start_tx(port);
	spin_unlock(&port->lock);
}

static void close(struct port *port)
{
	spin_lock(&port->lock);
	if (port->users > 0)
		port->users--;
	spin_unlock(&port->lock);
}

int main(void)
{
	struct port *port = &ports[nondet_int() & 1];

	open(port);
	write(port, 'a');
	throttle(port, 1);
	write(port, 'b');
	interrupt();
	throttle(port, 0);
	close(port);
	ldv_check_final_state();
	return 0;
}
