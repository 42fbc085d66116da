/* An interface goes up and down; while it sleeps, polling is off only if it was on. */
struct net_device { int running; };
struct napi_struct { int weight; };
void netif_napi_add(struct net_device *dev, struct napi_struct *napi, int (*poll)(struct napi_struct *, int));
void netif_napi_del(struct napi_struct *napi);
void napi_enable(struct napi_struct *napi);
void napi_disable(struct napi_struct *napi);
int start_hardware(void);
int shall_sleep(void);

static struct net_device netdev;
static struct napi_struct napi;

static int poll(struct napi_struct *napi, int budget)
{
	return 0;
}

static int open(void)
{
	int err;

	napi_enable(&napi);
	err = start_hardware();
	if (err)
		napi_disable(&napi);
	else
		netdev.running = 1;
	return err;
}

static void sleep_and_wake(void)
{
	if (!netdev.running)
		return;
	napi_disable(&napi);
	napi_enable(&napi);
}

int main(void)
{
	netif_napi_add(&netdev, &napi, poll);
	if (open() == 0) {
		if (shall_sleep())
			sleep_and_wake();
		napi_disable(&napi);
		netdev.running = 0;
	}
	sleep_and_wake();
	netif_napi_del(&napi);
	return 0;
}
