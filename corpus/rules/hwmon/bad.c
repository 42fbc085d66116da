/* The result is compared with null: an error is unregistered as if it were a device. */
struct device;
struct device *hwmon_device_register_with_info(struct device *parent, const char *name, void *data, const void *chip,
					       const void **groups);
void hwmon_device_unregister(struct device *dev);

int main(void)
{
	struct device *hwmon = hwmon_device_register_with_info(0, "sensor", 0, 0, 0);

	if (!hwmon)
		return 0;
	hwmon_device_unregister(hwmon);
	return 0;
}
