// A network device is opened and closed with RTNL held, is running meanwhile, and is polled while polling is enabled. With TAKES,
// opening takes the lock itself; with EARLY, what polling needs goes before polling is disabled.
// proved: --property rtnl
// bug: --property rtnl -D TAKES
// proved: --property mutex
// bug: --property mutex -D EARLY
// bug: --property mutex -D RUNS
#include "module.h"
typedef _Bool bool;
typedef int netdev_tx_t;
struct sk_buff;
struct ifreq;
struct net_device;
struct napi_struct { int (*poll)(struct napi_struct *, int); struct net_device *dev; };
struct ethtool_ops;
struct net_device_ops {
    int (*ndo_open)(struct net_device *);
    int (*ndo_stop)(struct net_device *);
};
struct net_device {
    unsigned long state;
    const struct net_device_ops *netdev_ops;
    const struct ethtool_ops *ethtool_ops;
    struct napi_struct napi;
};
void rtnl_lock(void);
void rtnl_unlock(void);
int register_netdev(struct net_device *);
void unregister_netdev(struct net_device *);
void netif_napi_add_weight(struct net_device *, struct napi_struct *, int (*)(struct napi_struct *, int), int);
void napi_enable(struct napi_struct *);
void napi_disable(struct napi_struct *);
bool napi_schedule_prep(struct napi_struct *);
void __napi_schedule(struct napi_struct *);
bool napi_complete_done(struct napi_struct *, int);

static struct net_device netdev;
static int buffers;

static int toy_poll(struct napi_struct *napi, int budget)
{
    use_lock();
    if (!buffers)
        violate();
#ifdef RUNS
    if (napi->dev->state & 1)
        violate();
#endif
    napi_complete_done(napi, 0);
    return 0;
}
static irqreturn_t toy_interrupt(int irq, void *data)
{
    if (napi_schedule_prep(&netdev.napi))
        __napi_schedule(&netdev.napi);
    return 1;
}
static int toy_open(struct net_device *device)
{
    if (!(device->state & 1) || buffers)
        violate();
#ifdef TAKES
    rtnl_lock();
    rtnl_unlock();
#endif
    buffers = 1;
    napi_enable(&device->napi);
    return 0;
}
static int toy_stop(struct net_device *device)
{
#ifdef EARLY
    buffers = 0;
#endif
    napi_disable(&device->napi);
    buffers = 0;
    return 0;
}
static const struct net_device_ops operations = { .ndo_open = toy_open, .ndo_stop = toy_stop };

static int toy_init(void)
{
    int status;
    netdev.netdev_ops = &operations;
    netif_napi_add_weight(&netdev, &netdev.napi, toy_poll, 64);
    status = request_threaded_irq(7, toy_interrupt, 0, 0, "toy", &netdev);
    if (status)
        return status;
    rtnl_lock();
    rtnl_unlock();
    status = register_netdev(&netdev);
    if (status)
        free_irq(7, &netdev);
    return status;
}
static void toy_exit(void)
{
    unregister_netdev(&netdev);
    free_irq(7, &netdev);
}
module_init(toy_init);
module_exit(toy_exit);
