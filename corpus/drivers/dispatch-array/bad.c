/* Dispatch routines in an array indexed by the major function. Broken: a read that fails is completed twice. */
struct irp { int major; int status; };
typedef int dispatch_t(struct irp *);
void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);
enum { FUNCTIONS = 4 };

static int complete(struct irp *irp, int status)
{
	irp->status = status;
	IoCompleteRequest(irp, 0);
	return status;
}

static int create(struct irp *irp)
{
	return complete(irp, 0);
}

static int read(struct irp *irp)
{
	int status = nondet_int();

	if (status < 0)
		complete(irp, status);
	return complete(irp, 0);
}

static int unsupported(struct irp *irp)
{
	return complete(irp, -3);
}

static dispatch_t *routines[FUNCTIONS];

static void initialise(void)
{
	int n;

	for (n = 0; n < FUNCTIONS; n++)
		routines[n] = unsupported;
	routines[0] = create;
	routines[2] = read;
}

int main(void)
{
	struct irp irp = { 0, 0 };

	initialise();
	irp.major = nondet_int();
	if (irp.major < 0 || irp.major >= FUNCTIONS)
		return complete(&irp, -1);
	return routines[irp.major](&irp);
}
