/* Messages of several transfers; the chip stays selected between them unless asked otherwise. */
void select_chip(int chip);
void deselect_chip(int chip);
void spi_byte(int byte);
int nondet_int(void);

struct transfer { int length; int change; };

static void message(int chip, const struct transfer *transfers, int count)
{
	int n, i, active = 0;

	for (n = 0; n < count; n++) {
		if (!active) {
			select_chip(chip);
			active = 1;
		}
		for (i = 0; i < transfers[n].length; i++)
			spi_byte(i);
		if (transfers[n].change) {
			deselect_chip(chip);
			active = 0;
		}
	}
	if (active)
		deselect_chip(chip);
}

int main(void)
{
	struct transfer transfers[3] = { { 1, 0 }, { 2, 0 }, { 1, 0 } };

	transfers[1].change = nondet_int() != 0;
	message(0, transfers, 3);
	message(1, transfers, 2);
	return 0;
}
