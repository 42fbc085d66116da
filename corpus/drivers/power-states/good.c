/* Suspend and resume with a saved register. */
void set_power(int state);
int read_register(int number);
void write_register(int number, int value);
int nondet_int(void);

static int saved, sleeping;

static void wake(void)
{
	if (!sleeping)
		return;
	set_power(0);
	write_register(0, saved);
	sleeping = 0;
}

static void suspend(int deep)
{
	wake();
	saved = read_register(0);
	set_power(deep ? 3 : 1);
	sleeping = 1;
}

static int status(void)
{
	if (sleeping)
		return -1;
	return read_register(1);
}

int main(void)
{
	int n;

	for (n = 0; n < 3; n++) {
		int command = nondet_int();

		if (command == 0)
			suspend(n == 1);
		else if (command == 1)
			wake();
		else
			status();
	}
	wake();
	return 0;
}
