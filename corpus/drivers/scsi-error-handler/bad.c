/* A timeout starts the abort of a command; a late interrupt for it is ignored. Broken: the late interrupt is not ignored. */
void queue_command(void);
void start_abort(void);
void finish_abort(void);
void complete_command(void);
int nondet_int(void);

static int active, aborting;

static void submit(void)
{
	if (active || aborting)
		return;
	queue_command();
	active = 1;
}

static void interrupt(void)
{
	if (!active)
		return;
	active = 0;
	complete_command();
}

static void timeout(void)
{
	if (!active || aborting)
		return;
	aborting = 1;
	start_abort();
}

static void error_handler(void)
{
	if (!aborting)
		return;
	finish_abort();
	aborting = active = 0;
}

int main(void)
{
	int n;

	submit();
	for (n = 0; n < 4; n++) {
		int what = nondet_int();

		if (what == 0)
			interrupt();
		else if (what == 1)
			timeout();
		else if (what == 2)
			error_handler();
		else
			submit();
	}
	return 0;
}
