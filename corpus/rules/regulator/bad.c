/* The supply stays on where the lamps cannot be enabled. */
struct regulator { int volts; };
int regulator_enable(struct regulator *regulator);
int regulator_disable(struct regulator *regulator);

static struct regulator supply, lamp;

static int power_on(void)
{
	int err = regulator_enable(&supply);

	return err ? err : regulator_enable(&lamp);
}

int main(void)
{
	if (power_on())
		return 0;
	regulator_disable(&lamp);
	regulator_disable(&supply);
	return 0;
}
