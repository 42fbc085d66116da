/* Without an address the card is not registered; removal unregisters it all the same. */
struct net_device;
struct net_device *alloc_etherdev(int size);
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
void free_netdev(struct net_device *dev);
int read_address(void);

static struct net_device *card;

static int probe(void)
{
	card = alloc_etherdev(64);
	if (!card)
		return -12;
	if (read_address())
		return 0;
	return register_netdev(card);
}

int main(void)
{
	if (probe() == 0) {
		unregister_netdev(card);
		free_netdev(card);
	}
	return 0;
}
