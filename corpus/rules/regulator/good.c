/* A sensor with a supply for itself and two for its lamps, which are enabled together. */
struct regulator { int volts; };
struct regulator_bulk_data { struct regulator *consumer; };
int regulator_enable(struct regulator *regulator);
int regulator_disable(struct regulator *regulator);
int regulator_is_enabled(struct regulator *regulator);
int regulator_bulk_enable(int number, struct regulator_bulk_data *consumers);
int regulator_bulk_disable(int number, struct regulator_bulk_data *consumers);

static struct regulator supply;
static struct regulator_bulk_data lamps[2];

static int power_on(void)
{
	int err = regulator_enable(&supply);

	if (err)
		return err;
	err = regulator_bulk_enable(2, lamps);
	if (err)
		regulator_disable(&supply);
	return err;
}

int main(void)
{
	if (power_on())
		return 0;
	/* That disabling fails is nothing that a driver could mend. */
	regulator_bulk_disable(2, lamps);
	if (regulator_is_enabled(&supply) > 0)
		regulator_disable(&supply);
	return 0;
}
