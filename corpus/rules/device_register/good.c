/* A device that cannot be registered goes by put_device; the parent has a reference while the device is there. */
struct device { struct device *parent; };
int device_register(struct device *dev);
void device_unregister(struct device *dev);
struct device *get_device(struct device *dev);
void put_device(struct device *dev);
struct device *device_find_child(struct device *parent, void *data, int (*match)(struct device *, void *));

static struct device parent, port;

static int match(struct device *dev, void *data)
{
	return 1;
}

static int add_port(void)
{
	int err;

	get_device(&parent);
	err = device_register(&port);
	if (err) {
		put_device(&port);
		put_device(&parent);
	}
	return err;
}

int main(void)
{
	struct device *other = device_find_child(&parent, 0, match);

	put_device(other);
	if (add_port())
		return 0;
	device_unregister(&port);
	put_device(&parent);
	return 0;
}
