/* A device that does not wake up is kept awake for ever: pm_runtime_get_sync counts up even if it fails. */
struct device { int power; };
int pm_runtime_get_sync(struct device *dev);
int pm_runtime_put(struct device *dev);

static struct device device;

static int read_register(void)
{
	int err = pm_runtime_get_sync(&device);

	if (err < 0)
		return err;
	pm_runtime_put(&device);
	return 0;
}

int main(void)
{
	read_register();
	return 0;
}
