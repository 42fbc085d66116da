/* One device in two steps, one at once; unregistering an error does nothing. */
struct platform_device;
struct platform_device *platform_device_alloc(const char *name, int id);
int platform_device_add(struct platform_device *dev);
void platform_device_put(struct platform_device *dev);
void platform_device_unregister(struct platform_device *dev);
struct platform_device *platform_device_register_full(const void *info);

static struct platform_device *rtc, *lamp;

static int init(void)
{
	int err;

	rtc = platform_device_alloc("rtc", -1);
	if (!rtc)
		return -12;
	err = platform_device_add(rtc);
	if (err) {
		platform_device_put(rtc);
		return err;
	}
	/* Without a lamp the clock works too. */
	lamp = platform_device_register_full("lamp");
	return 0;
}

int main(void)
{
	if (init())
		return 0;
	platform_device_unregister(lamp);
	platform_device_unregister(rtc);
	return 0;
}
