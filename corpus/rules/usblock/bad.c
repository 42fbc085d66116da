/* The lock is given back only after a lazy allocation. */
typedef unsigned int gfp_t;
enum { GFP_NOIO = 16, GFP_KERNEL = 208 };
struct usb_device { int speed; };

int usb_trylock_device(struct usb_device *udev);
void usb_unlock_device(struct usb_device *udev);
void *kmalloc(unsigned long size, gfp_t flags);
int nondet_int(void);

static void *buffer(gfp_t flags)
{
	return kmalloc(64, flags);
}

int main(void)
{
	struct usb_device device = { 2 };
	gfp_t flags = GFP_NOIO;

	if (!usb_trylock_device(&device))
		return 0;
	if (nondet_int())
		flags = GFP_KERNEL;
	buffer(flags);
	usb_unlock_device(&device);
	return 0;
}
