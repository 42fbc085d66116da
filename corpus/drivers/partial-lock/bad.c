/* Callers that have the lock say so, and the helper takes it only if they do not. Broken: one caller forgets to say that it has the lock. */
void lock_device(void);
void unlock_device(void);
int nondet_int(void);

static int registers[4];

static int read_register(int number, int have_lock)
{
	int value;

	if (!have_lock)
		lock_device();
	value = registers[number & 3];
	if (!have_lock)
		unlock_device();
	return value;
}

static void modify_register(int number, int mask)
{
	int old;

	lock_device();
	old = read_register(number, number == 2 ? 0 : 1);
	registers[number & 3] = old | mask;
	unlock_device();
}

int main(void)
{
	int command = nondet_int();

	if (command == 0)
		return read_register(1, 0);
	modify_register(command, 4);
	if (read_register(2, 0))
		modify_register(2, 8);
	return 0;
}
