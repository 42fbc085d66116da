/* Five steps, each of which may fail, and a label for each. */
int acquire(int resource);
void release(int resource);
void probe_done(int err);
enum { POWER = 1, CLOCK, RESET, MEMORY, LINE };

static int probe(void)
{
	int err;

	err = acquire(POWER);
	if (err)
		goto out;
	err = acquire(CLOCK);
	if (err)
		goto power;
	err = acquire(RESET);
	if (err)
		goto clock;
	err = acquire(MEMORY);
	if (err)
		goto reset;
	err = acquire(LINE);
	if (err)
		goto memory;
	goto out;
memory:
	release(MEMORY);
reset:
	release(RESET);
clock:
	release(CLOCK);
power:
	release(POWER);
out:
	probe_done(err);
	return err;
}

int main(void)
{
	return probe();
}
