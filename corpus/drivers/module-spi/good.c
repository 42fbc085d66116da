/* A converter on SPI with an attribute that reads a channel: transfers are one after the other. */
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
struct device_driver { const char *name; };
struct spi_controller { struct device dev; };
struct spi_device { struct device dev; struct spi_controller *controller, *master; };
struct spi_driver {
	int (*probe)(struct spi_device *);
	void (*remove)(struct spi_device *);
	struct device_driver driver;
};
int __spi_register_driver(struct module *owner, struct spi_driver *driver);
void driver_unregister(struct device_driver *driver);
int spi_write_then_read(struct spi_device *spi, const void *out, unsigned int outs, void *in, unsigned int ins);
int sprintf(char *to, const char *format, ...);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static struct mutex transfer;

static int convert(struct spi_device *spi, unsigned char channel)
{
	unsigned char value = 0;
	int err;

	mutex_lock(&transfer);
	err = spi_write_then_read(spi, &channel, 1, &value, 1);
	mutex_unlock(&transfer);
	return err < 0 ? err : value;
}

static long value_show(struct device *dev, struct device_attribute *attribute, char *page)
{
	struct spi_device *spi = (struct spi_device *)((char *)dev - __builtin_offsetof(struct spi_device, dev));
	int value = convert(spi, 3);

	return value < 0 ? value : sprintf(page, "%d\n", value);
}

static struct device_attribute value_attribute = { "value", value_show, 0 };

static int adc_probe(struct spi_device *spi)
{
	if (convert(spi, 0) < 0)
		return -19;
	return device_create_file(&spi->dev, &value_attribute);
}

static void adc_remove(struct spi_device *spi)
{
	device_remove_file(&spi->dev, &value_attribute);
}

static struct spi_driver adc_driver = { .probe = adc_probe, .remove = adc_remove };
static int adc_init(void) { return __spi_register_driver(0, &adc_driver); }
static void adc_exit(void) { driver_unregister(&adc_driver.driver); }
module_init(adc_init);
module_exit(adc_exit);
