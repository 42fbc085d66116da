/* A fan controller with two attributes and a monitoring device; what is stored is checked. */
typedef unsigned long size_t;
struct module;
struct mutex { int count; };
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
struct kobject { int any; };
struct device { struct kobject kobj; struct device *parent; void *driver_data; };
struct device_attribute {
	const char *name;
	long (*show)(struct device *, struct device_attribute *, char *);
	long (*store)(struct device *, struct device_attribute *, const char *, size_t);
};
int device_create_file(struct device *dev, const struct device_attribute *attribute);
void device_remove_file(struct device *dev, const struct device_attribute *attribute);
struct device *hwmon_device_register(struct device *parent);
void hwmon_device_unregister(struct device *dev);
int sprintf(char *to, const char *format, ...);
struct platform_device { int id; struct device dev; };
struct device_driver { const char *name; };
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
	struct device_driver driver;
};
int __platform_driver_register(struct platform_driver *driver, struct module *owner);
void platform_driver_unregister(struct platform_driver *driver);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static struct mutex lock;
static struct device *hwmon;
static unsigned int speed;

static long speed_show(struct device *dev, struct device_attribute *attribute, char *page)
{
	return sprintf(page, "%u\n", speed);
}

static long speed_store(struct device *dev, struct device_attribute *attribute, const char *page, size_t size)
{
	unsigned int wanted = page[0] - '0';

	if (wanted > 9)
		return -22;
	mutex_lock(&lock);
	speed = wanted;
	mutex_unlock(&lock);
	return size;
}

static struct device_attribute speed_attribute = { "pwm1", speed_show, speed_store };

static int fan_probe(struct platform_device *device)
{
	int err = device_create_file(&device->dev, &speed_attribute);

	if (err)
		return err;
	hwmon = hwmon_device_register(&device->dev);
	if ((unsigned long)hwmon > -4096ul) {
		device_remove_file(&device->dev, &speed_attribute);
		return -12;
	}
	return 0;
}

static int fan_remove(struct platform_device *device)
{
	hwmon_device_unregister(hwmon);
	device_remove_file(&device->dev, &speed_attribute);
	return 0;
}

static struct platform_driver fan_driver = { .probe = fan_probe, .remove = fan_remove };
static int fan_init(void) { return __platform_driver_register(&fan_driver, 0); }
static void fan_exit(void) { platform_driver_unregister(&fan_driver); }
module_init(fan_init);
module_exit(fan_exit);
