/* An Ethernet card comes and goes. */
struct net_device;
struct net_device *alloc_etherdev(int size);
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
void free_netdev(struct net_device *dev);
int read_address(void);
void ldv_check_final_state(void);

static struct net_device *card;

static int probe(void)
{
	int err;

	card = alloc_etherdev(64);
	if (!card)
		return -12;
	err = read_address();
	if (!err)
		err = register_netdev(card);
	if (err)
		free_netdev(card);
	return err;
}

int main(void)
{
	if (probe() == 0) {
		unregister_netdev(card);
		free_netdev(card);
	}
	ldv_check_final_state();
	return 0;
}
