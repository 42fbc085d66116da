/* A battery that is polled. Broken: a battery that is full when it is removed is polled on. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct workqueue_struct { int any; };
struct work_struct { void (*func)(struct work_struct *); };
struct delayed_work { struct work_struct work; };
typedef _Bool bool;
extern struct workqueue_struct *system_wq;
bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay);
bool cancel_delayed_work_sync(struct delayed_work *work);
int read_charge(void);
int register_battery(void);
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

static struct delayed_work poll;
static int charge;

static void battery_poll(struct work_struct *work)
{
	charge = read_charge();
	queue_delayed_work_on(0, system_wq, &poll, charge < 10 ? 100 : 1000);
}

static int battery_probe(struct platform_device *device)
{
	int err;

	poll.work.func = battery_poll;
	queue_delayed_work_on(0, system_wq, &poll, 0);
	err = register_battery();
	if (err)
		cancel_delayed_work_sync(&poll);
	return err;
}

static int battery_remove(struct platform_device *device)
{
	if (charge < 100)
		cancel_delayed_work_sync(&poll);
	return 0;
}

static struct platform_driver battery_driver = { .probe = battery_probe, .remove = battery_remove };
static int battery_init(void) { return __platform_driver_register(&battery_driver, 0); }
static void battery_exit(void) { platform_driver_unregister(&battery_driver); }
module_init(battery_init);
module_exit(battery_exit);
