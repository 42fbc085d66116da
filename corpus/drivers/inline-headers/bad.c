/* The interrupt recovers from errors while it holds the lock that recovering takes. */
#include "kernel.h"

int nondet_int(void);

struct port {
	int opened;
	spinlock_t lock;
	int queued;
};

static struct port port;

static void recover(struct port *p)
{
	unsigned long flags;

	spin_lock_irqsave(&p->lock, flags);
	p->queued = 0;
	spin_unlock_irqrestore(&p->lock, flags);
}

static void interrupt(struct port *p, int status)
{
	spin_lock(&p->lock);
	switch (status) {
	case 0:
		break;
	case 1:
		p->queued = 0;
		break;
	case 2:
		recover(p);
		break;
	default:
		p->queued++;
	}
	spin_unlock(&p->lock);
}

int main(void)
{
	recover(&port);
	interrupt(&port, nondet_int());
	return 0;
}
