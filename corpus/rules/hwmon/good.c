/* Monitoring is there if the chip has a sensor. */
struct device;
struct device *hwmon_device_register_with_info(struct device *parent, const char *name, void *data, const void *chip,
					       const void **groups);
void hwmon_device_unregister(struct device *dev);
int has_sensor(void);
int start_conversion(void);

static struct device *hwmon;

static int probe(void)
{
	if (!has_sensor())
		return 0;
	hwmon = hwmon_device_register_with_info(0, "sensor", 0, 0, 0);
	if ((unsigned long)hwmon > -4096ul) {
		hwmon = 0;
		return -12;
	}
	if (start_conversion()) {
		hwmon_device_unregister(hwmon);
		return -5;
	}
	return 0;
}

int main(void)
{
	if (probe() == 0 && hwmon)
		hwmon_device_unregister(hwmon);
	return 0;
}
