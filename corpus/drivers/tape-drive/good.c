/* A tape driver that rewinds in the background and waits when it has to. */
void start_rewind(void);
void rewind_done(void);
void write_block(void);
void eject(void);
int nondet_int(void);

static int rewinding, position;

static void wait(void)
{
	if (rewinding) {
		rewind_done();
		rewinding = 0;
		position = 0;
	}
}

static void rewind(void)
{
	if (rewinding)
		return;
	start_rewind();
	rewinding = 1;
}

static void write(int blocks)
{
	wait();
	while (blocks-- > 0) {
		write_block();
		position++;
	}
}

static void unload(void)
{
	wait();
	if (position > 0) {
		rewind();
		wait();
	}
	eject();
}

int main(void)
{
	write(nondet_int() & 3);
	if (nondet_int())
		rewind();
	if (nondet_int() > 1)
		write(1);
	unload();
	return 0;
}
