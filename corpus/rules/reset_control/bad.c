/* A core that cannot leave reset keeps the reference to its control. */
struct reset_control;
struct reset_control *__reset_control_get(void *dev, const char *id, int index, _Bool shared, _Bool optional, _Bool acquired);
void reset_control_put(struct reset_control *control);
int reset_control_deassert(struct reset_control *control);

int main(void)
{
	struct reset_control *core = __reset_control_get(0, "core", 0, 0, 0, 1);

	if ((unsigned long)core > -4096ul || reset_control_deassert(core))
		return 0;
	reset_control_put(core);
	return 0;
}
