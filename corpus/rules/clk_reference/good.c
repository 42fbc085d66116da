/* A bus clock that must be there and one for the lamp that need not; an error and null are no clocks. */
struct clk;
struct clk *clk_get(void *dev, const char *id);
struct clk *clk_get_optional(void *dev, const char *id);
void clk_put(struct clk *clk);
int register_lamp(void);

static struct clk *bus, *lamp;

static int is_error(const void *pointer)
{
	return (unsigned long)pointer > -4096ul;
}

static int probe(void)
{
	bus = clk_get(0, "bus");
	if (is_error(bus))
		return -2;
	lamp = clk_get_optional(0, "lamp");
	if (is_error(lamp))
		goto put_bus;
	if (register_lamp())
		goto put_lamp;
	return 0;
put_lamp:
	clk_put(lamp);
put_bus:
	clk_put(bus);
	return -2;
}

int main(void)
{
	if (probe())
		return 0;
	clk_put(lamp);
	clk_put(bus);
	return 0;
}
