// An adapter is bound before it sends and receives, and unbound last; sending and receiving must not sleep.
// proved: --property interrupt
// bug: --property interrupt -D SLEEPS
// proved: --property mutex
// bug: --property mutex -D UNBOUND
#include "module.h"
struct urb { int status; };
struct sk_buff { unsigned int len; };
struct ethtool_ops;
struct usb_device { struct device dev; };
struct usb_host_endpoint { int any; };
struct usb_interface_descriptor { unsigned char bNumEndpoints; };
struct usb_host_interface { struct usb_interface_descriptor desc; struct usb_host_endpoint *endpoint; };
struct usb_interface { struct usb_host_interface *altsetting, *cur_altsetting; struct device dev; };
struct usb_device_id { unsigned short idVendor; unsigned long driver_info; };
struct attribute_group;
struct usb_driver {
    const char *name;
    int (*probe)(struct usb_interface *, const struct usb_device_id *);
    void (*disconnect)(struct usb_interface *);
    const struct usb_device_id *id_table;
    const struct attribute_group **dev_groups;
};
struct net_device_ops;
struct netdev_queue { int any; };
struct net_device {
    unsigned long state;
    struct device dev;
    const struct net_device_ops *netdev_ops;
    const struct ethtool_ops *ethtool_ops;
    const unsigned char *dev_addr;
    struct netdev_queue *_tx;
    unsigned int num_tx_queues, real_num_tx_queues;
};
struct usbnet;
struct driver_info {
    const char *description;
    int (*bind)(struct usbnet *, struct usb_interface *);
    void (*unbind)(struct usbnet *, struct usb_interface *);
    int (*rx_fixup)(struct usbnet *, struct sk_buff *);
};
struct usbnet { struct usb_device *udev; struct usb_interface *intf; struct net_device *net; const struct driver_info *driver_info; };
int usbnet_probe(struct usb_interface *, const struct usb_device_id *);
void usbnet_disconnect(struct usb_interface *);
int usb_register_driver(struct usb_driver *, struct module *, const char *);
void usb_deregister(struct usb_driver *);
void msleep(unsigned int);

static int bound;
static int toy_bind(struct usbnet *adapter, struct usb_interface *interface)
{
    use_lock();
    msleep(1);
    if (bound)
        violate();
    bound = 1;
    return 0;
}
static void toy_unbind(struct usbnet *adapter, struct usb_interface *interface)
{
    if (!bound)
        violate();
#ifndef UNBOUND
    bound = 0;
#endif
}
static int toy_receive(struct usbnet *adapter, struct sk_buff *packet)
{
#ifdef SLEEPS
    msleep(1);
#endif
    return bound;
}
static const struct driver_info info = { .bind = toy_bind, .unbind = toy_unbind, .rx_fixup = toy_receive };
static const struct usb_device_id ids[] = { { 7, (unsigned long)&info }, { 0 } };
static struct usb_driver driver = { .name = "toy", .probe = usbnet_probe, .disconnect = usbnet_disconnect, .id_table = ids };
static int toy_init(void) { return usb_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { usb_deregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
