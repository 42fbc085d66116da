/* A network card that is registered, opened and closed some times, and removed. Broken: a card that is running is not unregistered. */
struct net_device { int up; };
struct net_device *alloc_etherdev(int size);
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
void free_netdev(struct net_device *dev);
int nondet_int(void);
void ldv_check_final_state(void);

static struct net_device *card;
static int registered, running;

static int probe(void)
{
	card = alloc_etherdev(128);
	if (!card)
		return -12;
	if (register_netdev(card)) {
		free_netdev(card);
		card = 0;
		return -19;
	}
	registered = 1;
	return 0;
}

static void remove(void)
{
	if (!card)
		return;
	if (registered && !running) {
		unregister_netdev(card);
		registered = 0;
	}
	free_netdev(card);
	card = 0;
}

int main(void)
{
	int rounds = 0;

	if (probe() == 0)
		while (nondet_int() && rounds < 3) {
			running = !running;
			rounds++;
		}
	remove();
	ldv_check_final_state();
	return 0;
}
