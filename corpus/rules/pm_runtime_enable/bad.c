/* A probe that fails leaves runtime power management enabled. */
struct device { int power; };
void pm_runtime_enable(struct device *dev);
void __pm_runtime_disable(struct device *dev, _Bool check);
int register_device(void);

static struct device device;

static int probe(void)
{
	pm_runtime_enable(&device);
	return register_device();
}

int main(void)
{
	if (probe() == 0)
		__pm_runtime_disable(&device, 1);
	return 0;
}
