/* Resets a device: the lock may be had or not, and the allocation follows. Broken: the result of the lock is read the wrong way round. */
typedef unsigned int gfp_t;
enum { GFP_NOIO = 16, GFP_KERNEL = 208 };
struct usb_device { int speed; };
struct usb_interface { int number; };
int usb_lock_device_for_reset(struct usb_device *udev, const struct usb_interface *interface);
void usb_unlock_device(struct usb_device *udev);
void *kmalloc(unsigned long size, gfp_t flags);

static int prepare(int locked)
{
	return kmalloc(18, locked ? GFP_NOIO : GFP_KERNEL) ? 0 : -12;
}

static int reset(struct usb_device *udev, struct usb_interface *interface)
{
	int locked = usb_lock_device_for_reset(udev, interface) != 0;
	int err = prepare(locked);

	if (locked)
		usb_unlock_device(udev);
	return err;
}

int main(void)
{
	struct usb_device device = { 3 };
	struct usb_interface interface = { 0 };

	return reset(&device, &interface);
}
