/* A lamp on USB. Broken: a lamp that cannot be switched on keeps the reference to its device. */
typedef unsigned int gfp_t;
typedef struct { int event; } pm_message_t;
struct module;
void *kzalloc(unsigned long size, gfp_t flags);
void kfree(const void *block);
struct device { struct device *parent; void *driver_data; };
struct usb_device { struct device dev; };
struct usb_endpoint_descriptor { unsigned char bEndpointAddress; };
struct usb_host_endpoint { struct usb_endpoint_descriptor desc; };
struct usb_interface_descriptor { unsigned char bNumEndpoints; };
struct usb_host_interface { struct usb_interface_descriptor desc; struct usb_host_endpoint *endpoint; };
struct usb_interface {
	struct usb_host_interface *altsetting, *cur_altsetting;
	struct device dev;
};
struct usb_device_id { unsigned short idVendor, idProduct; unsigned long driver_info; };
struct usb_driver {
	const char *name;
	const struct usb_device_id *id_table;
	int (*probe)(struct usb_interface *, const struct usb_device_id *);
	void (*disconnect)(struct usb_interface *);
	int (*suspend)(struct usb_interface *, pm_message_t);
	int (*resume)(struct usb_interface *);
};
int usb_register_driver(struct usb_driver *driver, struct module *owner, const char *name);
void usb_deregister(struct usb_driver *driver);
struct usb_device *usb_get_dev(struct usb_device *dev);
void usb_put_dev(struct usb_device *dev);
int usb_control_msg(struct usb_device *dev, unsigned int pipe, unsigned char request, unsigned char type,
		    unsigned short value, unsigned short index, void *data, unsigned short size, int timeout);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

struct lamp { struct usb_device *device; int on; };

static struct usb_device *device_of(struct usb_interface *interface)
{
	return (struct usb_device *)((char *)interface->dev.parent - __builtin_offsetof(struct usb_device, dev));
}

static int lamp_switch(struct lamp *lamp, int on)
{
	int sent = usb_control_msg(lamp->device, 0, 9, 0x21, on, 0, 0, 0, 1000);

	if (sent < 0)
		return sent;
	lamp->on = on;
	return 0;
}

static int lamp_probe(struct usb_interface *interface, const struct usb_device_id *id)
{
	struct lamp *lamp = kzalloc(sizeof *lamp, 0xcc0);
	int err;

	if (!lamp)
		return -12;
	lamp->device = usb_get_dev(device_of(interface));
	err = lamp_switch(lamp, 1);
	if (err) {
		kfree(lamp);
		return err;
	}
	interface->dev.driver_data = lamp;
	return 0;
}

static void lamp_disconnect(struct usb_interface *interface)
{
	struct lamp *lamp = interface->dev.driver_data;

	interface->dev.driver_data = 0;
	usb_put_dev(lamp->device);
	kfree(lamp);
}

static int lamp_suspend(struct usb_interface *interface, pm_message_t message)
{
	return lamp_switch(interface->dev.driver_data, 0);
}

static int lamp_resume(struct usb_interface *interface)
{
	return lamp_switch(interface->dev.driver_data, 1);
}

static const struct usb_device_id lamp_ids[] = { { 0x1d34, 0x0004, 0 }, { 0, 0, 0 } };
static struct usb_driver lamp_driver = {
	.name = "lamp", .id_table = lamp_ids, .probe = lamp_probe, .disconnect = lamp_disconnect,
	.suspend = lamp_suspend, .resume = lamp_resume,
};
static int lamp_init(void) { return usb_register_driver(&lamp_driver, 0, "lamp"); }
static void lamp_exit(void) { usb_deregister(&lamp_driver); }
module_init(lamp_init);
module_exit(lamp_exit);
