/* A network driver that polls under load: ring of descriptors, operations table, transmit with back pressure. Broken: interrupts are enabled before the poll is completed, if the ring is empty. */
void napi_schedule(void);
void napi_complete(void);
void disable_rx_irq(void);
void enable_rx_irq(void);
void deliver(int packet);
int hardware_status(void);
int nondet_int(void);

enum { RING = 4, BUDGET = 2 };
enum { RX = 1, TX = 2 };

struct ring {
	int packet[RING];
	unsigned produced, consumed;
};

struct card {
	struct ring rx, tx;
	int queue_stopped;
	int polling;
	int dropped;
};

struct net_ops {
	int (*open)(struct card *);
	int (*xmit)(struct card *, int);
	int (*poll)(struct card *, int);
};

static int ring_full(const struct ring *ring)
{
	return ring->produced - ring->consumed == RING;
}

static int ring_empty(const struct ring *ring)
{
	return ring->produced == ring->consumed;
}

static int ring_put(struct ring *ring, int packet)
{
	if (ring_full(ring))
		return 0;
	ring->packet[ring->produced++ % RING] = packet;
	return 1;
}

static int card_open(struct card *card)
{
	card->rx.produced = card->rx.consumed = 0;
	card->tx.produced = card->tx.consumed = 0;
	card->queue_stopped = 0;
	return 0;
}

static int card_xmit(struct card *card, int packet)
{
	if (card->queue_stopped)
		return -16;
	if (!ring_put(&card->tx, packet)) {
		card->queue_stopped = 1;
		return -16;
	}
	return 0;
}

static int card_poll(struct card *card, int budget)
{
	int work = 0;

	while (work < budget && !ring_empty(&card->rx)) {
		deliver(card->rx.packet[card->rx.consumed++ % RING]);
		work++;
	}
	if (work < budget) {
		card->polling = 0;
		if (work == 0) {
			enable_rx_irq();
			napi_complete();
		} else {
			napi_complete();
			enable_rx_irq();
		}
	}
	return work;
}

static const struct net_ops ops = { card_open, card_xmit, card_poll };

static void receive_frame(struct card *card, int packet)
{
	if (!ring_put(&card->rx, packet))
		card->dropped++;
}

static void interrupt(struct card *card)
{
	int status = hardware_status();

	if (status & TX) {
		card->tx.consumed = card->tx.produced;
		card->queue_stopped = 0;
	}
	if ((status & RX) && !card->polling) {
		disable_rx_irq();
		card->polling = 1;
		napi_schedule();
	}
}

int main(void)
{
	static struct card card;
	int n;

	ops.open(&card);
	for (n = 0; n < 2; n++) {
		if (nondet_int())
			receive_frame(&card, n);
		ops.xmit(&card, n);
		interrupt(&card);
		if (card.polling)
			ops.poll(&card, BUDGET);
	}
	return 0;
}
