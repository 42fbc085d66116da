/* A watchdog whose clock runs while it does: pinged, stopped or not, the clock stops when the device goes. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct watchdog_device;
struct watchdog_ops {
	int (*start)(struct watchdog_device *);
	int (*stop)(struct watchdog_device *);
	int (*ping)(struct watchdog_device *);
};
struct watchdog_device { const struct watchdog_ops *ops; unsigned long status; unsigned int timeout; };
int watchdog_register_device(struct watchdog_device *watchdog);
void watchdog_unregister_device(struct watchdog_device *watchdog);
struct clk { int rate; };
int clk_prepare_enable(struct clk *clk);
void clk_disable_unprepare(struct clk *clk);
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

extern struct clk bus_clock;
static int running;

static int dog_start(struct watchdog_device *watchdog)
{
	int err;

	if (running)
		return 0;
	err = clk_prepare_enable(&bus_clock);
	if (err)
		return err;
	running = 1;
	return 0;
}

static int dog_stop(struct watchdog_device *watchdog)
{
	if (running)
		clk_disable_unprepare(&bus_clock);
	running = 0;
	return 0;
}

static int dog_ping(struct watchdog_device *watchdog)
{
	writel(watchdog->timeout, 0);
	return 0;
}

static const struct watchdog_ops dog_operations = { dog_start, dog_stop, dog_ping };
static struct watchdog_device dog = { &dog_operations, 0, 30 };

static int dog_probe(struct platform_device *device)
{
	return watchdog_register_device(&dog);
}

static int dog_remove(struct platform_device *device)
{
	watchdog_unregister_device(&dog);
	dog_stop(&dog);
	return 0;
}

static struct platform_driver dog_driver = { .probe = dog_probe, .remove = dog_remove };
static int dog_init(void) { return __platform_driver_register(&dog_driver, 0); }
static void dog_exit(void) { platform_driver_unregister(&dog_driver); }
module_init(dog_init);
module_exit(dog_exit);
