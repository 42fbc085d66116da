/* A device with two users: each has a reference of its own, the interface has one too. */
struct usb_device { int speed; };
struct usb_interface { struct usb_device *device; };
struct usb_device *usb_get_dev(struct usb_device *dev);
void usb_put_dev(struct usb_device *dev);
struct usb_interface *usb_get_intf(struct usb_interface *intf);
void usb_put_intf(struct usb_interface *intf);
int start_streaming(void);

static int probe(struct usb_interface *intf)
{
	int err;

	usb_get_intf(intf);
	usb_get_dev(intf->device);
	err = start_streaming();
	if (err) {
		usb_put_dev(intf->device);
		usb_put_intf(intf);
	}
	return err;
}

static void disconnect(struct usb_interface *intf)
{
	usb_put_dev(intf->device);
	usb_put_intf(intf);
}

int main(void)
{
	static struct usb_device device;
	static struct usb_interface interface = { &device };

	usb_put_dev(0);
	if (probe(&interface) == 0)
		disconnect(&interface);
	return 0;
}
