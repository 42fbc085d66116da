/* A port that cannot be registered is unregistered. */
struct device { struct device *parent; };
int device_register(struct device *dev);
void device_unregister(struct device *dev);

static struct device port;

static int add_port(void)
{
	int err = device_register(&port);

	if (err)
		device_unregister(&port);
	return err;
}

int main(void)
{
	if (add_port() == 0)
		device_unregister(&port);
	return 0;
}
