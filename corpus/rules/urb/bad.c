/* Disconnecting kills and frees the block that a failed probe has freed already. */
struct urb;
struct urb *usb_alloc_urb(int packets, unsigned int flags);
int usb_submit_urb(struct urb *urb, unsigned int flags);
void usb_kill_urb(struct urb *urb);
void usb_free_urb(struct urb *urb);

static struct urb *urb;

static int probe(void)
{
	int err;

	urb = usb_alloc_urb(0, 208);
	if (!urb)
		return -12;
	err = usb_submit_urb(urb, 208);
	if (err)
		usb_free_urb(urb);
	return err;
}

static void disconnect(void)
{
	usb_kill_urb(urb);
	usb_free_urb(urb);
}

int main(void)
{
	probe();
	disconnect();
	return 0;
}
