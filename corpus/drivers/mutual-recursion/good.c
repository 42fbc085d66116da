/* Two functions call each other, one switches on and the other off; an even depth ends with off. */
void line_on(void);
void line_off(void);
void done(void);
int nondet_int(void);

static void low(int depth);

static void high(int depth)
{
	line_on();
	low(depth);
}

static void low(int depth)
{
	line_off();
	if (depth > 0)
		high(depth - 1);
}

int main(void)
{
	int depth = nondet_int();

	if (depth > 5)
		depth = 5;
	high(depth);
	done();
	return 0;
}
