/* A light sensor. Broken: a chip that does not answer leaves its supply on. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct dev_pm_ops { int (*suspend)(struct device *); int (*resume)(struct device *); };
struct device_driver { const char *name; const struct dev_pm_ops *pm; };
struct i2c_adapter { struct device dev; };
struct i2c_client { unsigned short addr; struct i2c_adapter *adapter; struct device dev; };
struct i2c_device_id { char name[20]; unsigned long driver_data; };
struct i2c_driver {
	int (*probe)(struct i2c_client *, const struct i2c_device_id *);
	int (*probe_new)(struct i2c_client *);
	void (*remove)(struct i2c_client *);
	struct device_driver driver;
	const struct i2c_device_id *id_table;
};
int i2c_register_driver(struct module *owner, struct i2c_driver *driver);
void i2c_del_driver(struct i2c_driver *driver);
int i2c_smbus_write_byte_data(const struct i2c_client *client, unsigned char command, unsigned char value);
struct regulator;
int regulator_enable(struct regulator *regulator);
int regulator_disable(struct regulator *regulator);
struct regulator *devm_regulator_get(struct device *dev, const char *id);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static struct regulator *supply;
static int powered;

static int power_on(struct i2c_client *client)
{
	int err = regulator_enable(supply);

	if (err)
		return err;
	err = i2c_smbus_write_byte_data(client, 0, 1);
	if (err < 0)
		return err;
	powered = 1;
	return 0;
}

static void power_off(void)
{
	if (powered)
		regulator_disable(supply);
	powered = 0;
}

static int light_probe(struct i2c_client *client)
{
	supply = devm_regulator_get(&client->dev, "vdd");
	if ((unsigned long)supply > -4096ul)
		return -2;
	return power_on(client);
}

static void light_remove(struct i2c_client *client)
{
	power_off();
}

static int light_suspend(struct device *dev)
{
	power_off();
	return 0;
}

static int light_resume(struct device *dev)
{
	return power_on((struct i2c_client *)((char *)dev - __builtin_offsetof(struct i2c_client, dev)));
}

static const struct dev_pm_ops light_pm = { light_suspend, light_resume };
static const struct i2c_device_id light_ids[] = { { "light", 0 }, { "", 0 } };
static struct i2c_driver light_driver = {
	.probe_new = light_probe, .remove = light_remove, .driver = { "light", &light_pm }, .id_table = light_ids,
};
static int light_init(void) { return i2c_register_driver(0, &light_driver); }
static void light_exit(void) { i2c_del_driver(&light_driver); }
module_init(light_init);
module_exit(light_exit);
