/* An MTU that is refused is answered with the lock held. */
struct net_device { int mtu; };
int rtnl_trylock(void);
void rtnl_unlock(void);
int set_mtu(struct net_device *dev, int mtu);

static struct net_device netdev;

static int store(int mtu)
{
	if (!rtnl_trylock())
		return -11;
	if (set_mtu(&netdev, mtu))
		return -22;
	rtnl_unlock();
	return 0;
}

int main(void)
{
	store(9000);
	return 0;
}
