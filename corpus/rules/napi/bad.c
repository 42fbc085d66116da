/* The sleeping interface is closed: polling, which is off already, is disabled again, and that waits for ever. */
struct net_device { int running; };
struct napi_struct { int weight; };
void netif_napi_add(struct net_device *dev, struct napi_struct *napi, int (*poll)(struct napi_struct *, int));
void netif_napi_del(struct napi_struct *napi);
void napi_enable(struct napi_struct *napi);
void napi_disable(struct napi_struct *napi);
int hardware_is_lost(void);

static struct net_device netdev;
static struct napi_struct napi;

static int poll(struct napi_struct *napi, int budget)
{
	return 0;
}

static int sleep_and_wake(void)
{
	napi_disable(&napi);
	if (hardware_is_lost())
		return -5;
	napi_enable(&napi);
	return 0;
}

int main(void)
{
	netif_napi_add(&netdev, &napi, poll);
	napi_enable(&napi);
	sleep_and_wake();
	napi_disable(&napi);
	netif_napi_del(&napi);
	return 0;
}
