/* A network card. Broken: where the receiver does not start, open fails and nothing stops the timer. */
struct module;
struct device { struct device *parent; void *driver_data; };
struct sk_buff { unsigned int len; };
struct ifreq { int any; };
struct net_device;
struct net_device_ops {
	int (*ndo_open)(struct net_device *);
	int (*ndo_stop)(struct net_device *);
	int (*ndo_start_xmit)(struct sk_buff *, struct net_device *);
};
struct net_device { const struct net_device_ops *netdev_ops; unsigned long packets; };
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
struct timer_list { void (*function)(struct timer_list *); };
struct lock_class_key { int any; };
void init_timer_key(struct timer_list *timer, void (*function)(struct timer_list *), unsigned int flags,
		    const char *name, struct lock_class_key *key);
int mod_timer(struct timer_list *timer, unsigned long expires);
int del_timer_sync(struct timer_list *timer);
int start_receiver(void);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static struct timer_list cable;
static struct net_device card;

static void cable_expired(struct timer_list *timer)
{
	mod_timer(timer, 1000);
}

static int card_open(struct net_device *dev)
{
	int err;

	mod_timer(&cable, 1000);
	err = start_receiver();
	return err;
}

static int card_stop(struct net_device *dev)
{
	del_timer_sync(&cable);
	return 0;
}

static int card_transmit(struct sk_buff *packet, struct net_device *dev)
{
	dev->packets++;
	return 0;
}

static const struct net_device_ops card_operations = { card_open, card_stop, card_transmit };
static struct net_device card = { &card_operations, 0 };

static int card_init(void)
{
	init_timer_key(&cable, cable_expired, 0, "cable", 0);
	return register_netdev(&card);
}

static void card_exit(void)
{
	unregister_netdev(&card);
}

module_init(card_init);
module_exit(card_exit);
