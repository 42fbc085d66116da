/* Two controls, the second of which is optional; putting null or an error does nothing. */
struct reset_control;
struct reset_control *__reset_control_get(void *dev, const char *id, int index, _Bool shared, _Bool optional, _Bool acquired);
void reset_control_put(struct reset_control *control);
int reset_control_deassert(struct reset_control *control);

static struct reset_control *core, *phy;

static int probe(void)
{
	core = __reset_control_get(0, "core", 0, 0, 0, 1);
	if ((unsigned long)core > -4096ul)
		return -2;
	phy = __reset_control_get(0, "phy", 0, 1, 1, 0);
	if ((unsigned long)phy > -4096ul || reset_control_deassert(core)) {
		reset_control_put(phy);
		reset_control_put(core);
		return -2;
	}
	return 0;
}

int main(void)
{
	if (probe())
		return 0;
	reset_control_put(phy);
	reset_control_put(core);
	return 0;
}
