/* The common way out puts the lamp's clock, which is put already where the lamp cannot be registered. */
struct clk;
struct clk *clk_get(void *dev, const char *id);
void clk_put(struct clk *clk);
int register_lamp(void);

static int probe(void)
{
	struct clk *lamp = clk_get(0, "lamp");
	int err;

	if ((unsigned long)lamp > -4096ul)
		return -2;
	err = register_lamp();
	if (err)
		clk_put(lamp);
	clk_put(lamp);
	return err;
}

int main(void)
{
	probe();
	return 0;
}
