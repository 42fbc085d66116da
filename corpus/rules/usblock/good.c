/* A reset of a USB device allocates its buffer without starting input or output. */
typedef unsigned int gfp_t;
enum { GFP_NOIO = 16, GFP_KERNEL = 208 };
struct usb_device { int speed; };

void usb_lock_device(struct usb_device *udev);
void usb_unlock_device(struct usb_device *udev);
void *kmalloc(unsigned long size, gfp_t flags);
void kfree(const void *block);
int nondet_int(void);

static void *buffer(int locked)
{
	return kmalloc(64, locked ? GFP_NOIO : GFP_KERNEL);
}

static int reset(struct usb_device *udev)
{
	char *data;

	usb_lock_device(udev);
	data = buffer(1);
	usb_unlock_device(udev);
	if (!data)
		return -12;
	kfree(data);
	return 0;
}

int main(void)
{
	struct usb_device device = { 2 };

	kfree(buffer(0));
	return reset(&device);
}
