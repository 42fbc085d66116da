/* A dispatch routine for create, close, read and control requests; helpers complete some of them. Broken: a control code that reads completes the request once more. */
typedef long NTSTATUS;
struct irp { int major; int length; NTSTATUS status; };
enum { CREATE, CLOSE, READ, CONTROL };

void IoCompleteRequest(struct irp *irp, char boost);
int nondet_int(void);

static int opened;

static NTSTATUS finish(struct irp *irp, NTSTATUS status)
{
	irp->status = status;
	IoCompleteRequest(irp, 0);
	return status;
}

static NTSTATUS read(struct irp *irp)
{
	if (!opened)
		return finish(irp, -2);
	if (irp->length <= 0)
		return finish(irp, -1);
	irp->length = 0;
	return finish(irp, 0);
}

static NTSTATUS control(struct irp *irp, int code)
{
	NTSTATUS status = 0;

	switch (code) {
	case 1:
		opened = 0;
		break;
	case 2:
		status = read(irp);
		break;
	default:
		status = -3;
	}
	return finish(irp, status);
}

static NTSTATUS dispatch(struct irp *irp)
{
	switch (irp->major) {
	case CREATE:
		opened = 1;
		return finish(irp, 0);
	case CLOSE:
		opened = 0;
		return finish(irp, 0);
	case READ:
		return read(irp);
	default:
		return control(irp, nondet_int());
	}
}

int main(void)
{
	struct irp irp = { 0, 0, 0 };

	irp.major = nondet_int();
	irp.length = nondet_int();
	dispatch(&irp);
	return 0;
}
