/* A device that could not be added is unregistered in place of put. */
struct platform_device;
struct platform_device *platform_device_alloc(const char *name, int id);
int platform_device_add(struct platform_device *dev);
void platform_device_unregister(struct platform_device *dev);

int main(void)
{
	struct platform_device *rtc = platform_device_alloc("rtc", -1);

	if (!rtc)
		return 0;
	platform_device_add(rtc);
	platform_device_unregister(rtc);
	return 0;
}
