/* The core clock is unprepared before it is disabled. */
struct clk { int rate; };
int clk_prepare_enable(struct clk *clk);
void clk_disable(struct clk *clk);
void clk_unprepare(struct clk *clk);

static struct clk bus, core;

static int resume(void)
{
	int err = clk_prepare_enable(&bus);

	return err ? err : clk_prepare_enable(&core);
}

static void suspend(void)
{
	clk_unprepare(&core);
	clk_disable(&core);
	clk_disable(&bus);
	clk_unprepare(&bus);
}

int main(void)
{
	if (resume() == 0)
		suspend();
	return 0;
}
