/* Disconnecting frees the block while it is under way. */
struct urb;
struct urb *usb_alloc_urb(int packets, unsigned int flags);
int usb_submit_urb(struct urb *urb, unsigned int flags);
void usb_free_urb(struct urb *urb);

static struct urb *urb;

static int probe(void)
{
	urb = usb_alloc_urb(0, 208);
	if (!urb)
		return -12;
	return usb_submit_urb(urb, 208);
}

int main(void)
{
	probe();
	usb_free_urb(urb);
	return 0;
}
