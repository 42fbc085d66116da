// PHYs of other hardware are initialised before they have power, and lose it before they are left; a network device is told of
// changes of its link between phy_start and phy_stop.
// proved: --property mutex
// bug: --property mutex -D ORDER
// bug: --property mutex -D STAYS
#include "module.h"
struct phy;
struct device_node;
struct phy_ops {
    int (*init)(struct phy *);
    int (*exit)(struct phy *);
    int (*power_on)(struct phy *);
    int (*power_off)(struct phy *);
};
struct phy { struct device dev; const struct phy_ops *ops; };
struct phy *devm_phy_create(struct device *, struct device_node *, const struct phy_ops *);
typedef int phy_interface_t;
struct net_device;
struct phy_device { struct net_device *attached_dev; };
struct net_device { struct phy_device *phydev; };
int phy_connect_direct(struct net_device *, struct phy_device *, void (*)(struct net_device *), phy_interface_t);
void phy_disconnect(struct phy_device *);
void phy_start(struct phy_device *);
void phy_stop(struct phy_device *);

static int ready, powered, started;
static int toy_ready(struct phy *phy)
{
    use_lock();
    if (ready || powered)
        violate();
    ready = 1;
    return 0;
}
static int toy_on(struct phy *phy)
{
    if (!ready || powered)
        violate();
    powered = 1;
    return 0;
}
static int toy_off(struct phy *phy)
{
#ifndef ORDER
    powered = 0;
#endif
    return 0;
}
static int toy_exit_phy(struct phy *phy)
{
    if (powered)
        violate();
    ready = 0;
    return 0;
}
static const struct phy_ops operations = { .init = toy_ready, .exit = toy_exit_phy, .power_on = toy_on, .power_off = toy_off };
static struct phy_device link;
static struct net_device netdev;
static void toy_link(struct net_device *device)
{
    if (!started)
        violate();
}
static int toy_probe(struct platform_device *device)
{
    struct phy *made = devm_phy_create(&device->dev, 0, &operations);
    int status;
    if ((unsigned long)made > -4096ul)
        return -12;
    ready = 0;
    powered = 0;
    status = phy_connect_direct(&netdev, &link, toy_link, 0);
    if (status)
        return status;
    started = 1;
    phy_start(&link);
    return 0;
}
static int toy_remove(struct platform_device *device)
{
#ifndef STAYS
    phy_stop(&link);
    phy_disconnect(&link);
#endif
    started = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
