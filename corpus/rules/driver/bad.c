/* A module that cannot register its second driver is not loaded, and leaves the first one behind. */
struct module;
struct platform_driver { int id; };
struct i2c_driver { int id; };
int __platform_driver_register(struct platform_driver *driver, struct module *owner);
void platform_driver_unregister(struct platform_driver *driver);
int i2c_register_driver(struct module *owner, struct i2c_driver *driver);
void i2c_del_driver(struct i2c_driver *driver);

static struct platform_driver core;
static struct i2c_driver sensor;

static int start(void)
{
	int err = __platform_driver_register(&core, 0);

	return err ? err : i2c_register_driver(0, &sensor);
}

int main(void)
{
	if (start())
		return 0;
	i2c_del_driver(&sensor);
	platform_driver_unregister(&core);
	return 0;
}
