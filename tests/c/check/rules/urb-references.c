// A request may be freed as often as it was got, and used after that while an anchor has it.
// proved: --property urb
// bug: --property urb -D TWICE
// bug: --property urb -D LOOSE
struct urb { int any; };
struct anchor { int any; };
struct urb *usb_alloc_urb(int, unsigned int);
struct urb *usb_get_urb(struct urb *);
void usb_free_urb(struct urb *);
void usb_anchor_urb(struct urb *, struct anchor *);
void usb_unanchor_urb(struct urb *);
int usb_submit_urb(struct urb *, unsigned int);
static struct anchor anchor;

int main(void)
{
    struct urb *urb = usb_alloc_urb(0, 0);
    if (!urb)
        return 0;
    usb_get_urb(urb);
    usb_anchor_urb(urb, &anchor);
    usb_free_urb(urb);
    usb_free_urb(urb);
#ifdef TWICE
    usb_free_urb(urb);
#endif
#ifdef LOOSE
    usb_unanchor_urb(urb);
#endif
    usb_submit_urb(urb, 0);
    return 0;
}
