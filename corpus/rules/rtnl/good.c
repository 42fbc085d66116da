/* A device is registered without the lock, and configured with it; a name is changed only if nobody else has the lock. */
struct net_device { int mtu; };
void rtnl_lock(void);
int rtnl_trylock(void);
void rtnl_unlock(void);
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
int set_mtu(struct net_device *dev, int mtu);

static struct net_device netdev;

static int store(int mtu)
{
	int err;

	if (!rtnl_trylock())
		return -11;
	err = set_mtu(&netdev, mtu);
	rtnl_unlock();
	return err;
}

int main(void)
{
	if (register_netdev(&netdev))
		return 0;
	rtnl_lock();
	netdev.mtu = 1500;
	rtnl_unlock();
	store(9000);
	unregister_netdev(&netdev);
	return 0;
}
