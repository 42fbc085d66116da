/* The device is awake while it is open. What fails counts up all the same, except for resume_and_get. */
struct device { int power; };
int pm_runtime_get_sync(struct device *dev);
int pm_runtime_resume_and_get(struct device *dev);
int pm_runtime_get_if_in_use(struct device *dev);
void pm_runtime_put_noidle(struct device *dev);
int pm_runtime_put(struct device *dev);

static struct device device;
static int status;

static int open(void)
{
	if (pm_runtime_get_sync(&device) < 0) {
		pm_runtime_put_noidle(&device);
		return -5;
	}
	return 0;
}

static void interrupt(void)
{
	if (pm_runtime_get_if_in_use(&device) <= 0)
		return;
	status++;
	pm_runtime_put(&device);
}

int main(void)
{
	/* The bus has counted up for the time of the probe. */
	pm_runtime_put_noidle(&device);
	if (open() == 0) {
		interrupt();
		pm_runtime_put(&device);
	}
	if (pm_runtime_resume_and_get(&device) >= 0)
		pm_runtime_put(&device);
	return 0;
}
