/* Runtime power management: the clock follows the number of users. Broken: a user that did not get the clock counts as one. */
struct clk { int rate; };
int clk_prepare_enable(struct clk *clk);
void clk_disable_unprepare(struct clk *clk);
int nondet_int(void);
void ldv_check_final_state(void);

static struct clk core;
static int users;

static int get(void)
{
	int err = 0;

	if (users == 0)
		err = clk_prepare_enable(&core);
	users++;
	return err > 0 ? err : 0;
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
