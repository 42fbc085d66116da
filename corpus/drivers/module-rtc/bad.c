/* A clock with two registers. Broken: seconds that make no sense are refused with the lock held. */
struct module;
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
struct device { struct device *parent; void *driver_data; };
struct rtc_time { int tm_sec, tm_min; };
struct rtc_wkalrm { unsigned char enabled; struct rtc_time time; };
struct rtc_class_ops {
	int (*read_time)(struct device *, struct rtc_time *);
	int (*set_time)(struct device *, struct rtc_time *);
};
struct rtc_device { struct device dev; const struct rtc_class_ops *ops; };
struct rtc_device *devm_rtc_device_register(struct device *dev, const char *name, const struct rtc_class_ops *ops,
					    struct module *owner);
unsigned int readl(const volatile void *address);
void writel(unsigned int value, volatile void *address);
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

static spinlock_t registers;

static int clock_read_time(struct device *dev, struct rtc_time *time)
{
	spin_lock(&registers);
	time->tm_sec = readl(0);
	if (time->tm_sec > 59)
		return -22;
	time->tm_min = readl((void *)4);
	spin_unlock(&registers);
	return time->tm_sec > 59 || time->tm_min > 59 ? -22 : 0;
}

static int clock_set_time(struct device *dev, struct rtc_time *time)
{
	spin_lock(&registers);
	writel(time->tm_sec, 0);
	writel(time->tm_min, (void *)4);
	spin_unlock(&registers);
	return 0;
}

static const struct rtc_class_ops clock_operations = { clock_read_time, clock_set_time };

static int clock_probe(struct platform_device *device)
{
	struct rtc_device *rtc = devm_rtc_device_register(&device->dev, "clock", &clock_operations, 0);

	return (unsigned long)rtc > -4096ul ? -12 : 0;
}

static struct platform_driver clock_driver = { .probe = clock_probe };
static int clock_init(void) { return __platform_driver_register(&clock_driver, 0); }
static void clock_exit(void) { platform_driver_unregister(&clock_driver); }
module_init(clock_init);
module_exit(clock_exit);
