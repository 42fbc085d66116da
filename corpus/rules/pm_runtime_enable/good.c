/* Enabled by probe, disabled by a probe that fails and by remove; forced to sleep and woken in between. */
struct device { int power; };
void pm_runtime_enable(struct device *dev);
void __pm_runtime_disable(struct device *dev, _Bool check);
int pm_runtime_force_suspend(struct device *dev);
int pm_runtime_force_resume(struct device *dev);
int register_device(void);

static struct device device;

static int probe(void)
{
	int err;

	pm_runtime_enable(&device);
	err = register_device();
	if (err)
		__pm_runtime_disable(&device, 1);
	return err;
}

int main(void)
{
	if (probe())
		return 0;
	if (pm_runtime_force_suspend(&device) == 0)
		pm_runtime_force_resume(&device);
	__pm_runtime_disable(&device, 1);
	return 0;
}
