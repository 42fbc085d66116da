/* A device that cannot stream keeps the reference of the probe that failed. */
struct usb_device { int speed; };
struct usb_device *usb_get_dev(struct usb_device *dev);
void usb_put_dev(struct usb_device *dev);
int start_streaming(void);

static struct usb_device device, *streaming;

static int probe(void)
{
	usb_get_dev(&device);
	if (start_streaming())
		return -5;
	streaming = &device;
	return 0;
}

int main(void)
{
	if (probe() == 0)
		usb_put_dev(streaming);
	return 0;
}
