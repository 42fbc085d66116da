/* A USB device with a request block for each direction. */
struct urb;
struct urb *usb_alloc_urb(int packets, unsigned int flags);
int usb_submit_urb(struct urb *urb, unsigned int flags);
void usb_kill_urb(struct urb *urb);
void usb_free_urb(struct urb *urb);
void ldv_check_final_state(void);

static struct urb *in, *out;

static int probe(void)
{
	int err = -12;

	in = usb_alloc_urb(0, 208);
	if (!in)
		return err;
	out = usb_alloc_urb(0, 208);
	if (!out)
		goto free_in;
	err = usb_submit_urb(in, 208);
	if (err)
		goto free_out;
	return 0;
free_out:
	usb_free_urb(out);
free_in:
	usb_free_urb(in);
	return err;
}

static void disconnect(void)
{
	usb_kill_urb(in);
	usb_free_urb(in);
	usb_free_urb(out);
}

int main(void)
{
	if (probe() == 0)
		disconnect();
	ldv_check_final_state();
	return 0;
}
