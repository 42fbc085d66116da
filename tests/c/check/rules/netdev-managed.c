// A network device that is bound to another one is freed with it.
// proved: --property netdev
// bug: --property netdev -D OWN
// bug: --property netdev -D KEPT
struct net_device;
struct net_device *devm_alloc_etherdev_mqs(void *, int, unsigned int, unsigned int);
struct net_device *alloc_etherdev_mqs(int, unsigned int, unsigned int);
int register_netdev(struct net_device *);
void unregister_netdev(struct net_device *);

int main(void)
{
#ifdef OWN
    struct net_device *device = alloc_etherdev_mqs(8, 1, 1);
#else
    struct net_device *device = devm_alloc_etherdev_mqs(0, 8, 1, 1);
#endif
    if (!device || register_netdev(device))
        return 0;
#ifndef KEPT
    unregister_netdev(device);
#endif
    return 0;
}
