/* A caller's pointer to one of several objects; the callees reach the same object through a global. -DBROKEN: it may
   point elsewhere. */
int nondet_int(void);
void reach_error(void);

struct port {
	int users;
	int base;
	int fifo[4];
};

static struct port ports[2], extra, *current;

static void open_current(void)
{
	if (current->users < 100)
		current->users = current->users + 1;
}

static void fill_current(void)
{
	current->fifo[2] = 7;
}

int main(void)
{
	struct port *port = nondet_int() ? &extra : &ports[1];
	int *slot = &port->fifo[2];

#ifdef BROKEN
	current = nondet_int() ? port : &ports[0];
#else
	current = port;
#endif
	port->users = 0;
	open_current();
	fill_current();
	if (port->users != 1 || *slot != 7)
		reach_error();
	return 0;
}
