/* A row of keys: the device is freed while it is the driver's, and unregistered afterwards. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct input_dev {
	const char *name;
	struct device dev;
	int (*open)(struct input_dev *);
	void (*close)(struct input_dev *);
	int (*event)(struct input_dev *, unsigned int, unsigned int, int);
};
struct input_dev *input_allocate_device(void);
int input_register_device(struct input_dev *dev);
void input_unregister_device(struct input_dev *dev);
void input_free_device(struct input_dev *dev);
int scan_start(void);
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

static struct input_dev *keys;
static int users;

static int keys_open(struct input_dev *dev)
{
	users++;
	return 0;
}

static void keys_close(struct input_dev *dev)
{
	users--;
}

static int keys_probe(struct platform_device *device)
{
	int err;

	keys = input_allocate_device();
	if (!keys)
		return -12;
	keys->name = "keys";
	keys->open = keys_open;
	keys->close = keys_close;
	err = input_register_device(keys);
	if (err) {
		input_free_device(keys);
		return err;
	}
	err = scan_start();
	if (err)
		input_unregister_device(keys);
	return err;
}

static int keys_remove(struct platform_device *device)
{
	input_unregister_device(keys);
	return 0;
}

static struct platform_driver keys_driver = { .probe = keys_probe, .remove = keys_remove };
static int keys_init(void) { return __platform_driver_register(&keys_driver, 0); }
static void keys_exit(void) { platform_driver_unregister(&keys_driver); }
module_init(keys_init);
module_exit(keys_exit);
