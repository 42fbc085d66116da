/* A bus clock and a core clock, started together. */
struct clk { int rate; };
int clk_prepare(struct clk *clk);
int clk_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);
int clk_prepare_enable(struct clk *clk);
void clk_disable_unprepare(struct clk *clk);
void ldv_check_final_state(void);

static struct clk bus, core;

static int resume(void)
{
	int err = clk_prepare_enable(&bus);

	if (err)
		return err;
	err = clk_prepare(&core);
	if (err)
		goto stop_bus;
	err = clk_enable(&core);
	if (err)
		goto unprepare;
	return 0;
unprepare:
	clk_unprepare(&core);
stop_bus:
	clk_disable_unprepare(&bus);
	return err;
}

static void suspend(void)
{
	clk_disable(&core);
	clk_unprepare(&core);
	clk_disable_unprepare(&bus);
}

int main(void)
{
	if (resume() == 0)
		suspend();
	ldv_check_final_state();
	return 0;
}
