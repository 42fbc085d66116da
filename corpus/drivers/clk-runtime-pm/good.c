/* Runtime power management: the clock follows the number of users. */
struct clk { int rate; };
int clk_prepare_enable(struct clk *clk);
void clk_disable_unprepare(struct clk *clk);
int nondet_int(void);
void ldv_check_final_state(void);

static struct clk core;
static int users;

static int get(void)
{
	if (users == 0) {
		int err = clk_prepare_enable(&core);
		if (err)
			return err;
	}
	users++;
	return 0;
}

static void put(void)
{
	users--;
	if (users == 0)
		clk_disable_unprepare(&core);
}

static int transfer(void)
{
	int err = get();

	if (err)
		return err;
	if (nondet_int() > 0 && get() == 0)
		put();
	put();
	return 0;
}

int main(void)
{
	if (get() == 0) {
		transfer();
		put();
	}
	transfer();
	ldv_check_final_state();
	return 0;
}
