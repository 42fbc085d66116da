/* Events on a queue of its own, a poll that delays itself: destroying the queue waits for the first, cancelling ends the
   second. */
struct workqueue_struct;
struct work_struct { int pending; };
struct delayed_work { struct work_struct work; };
_Bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);
_Bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay);
_Bool cancel_delayed_work_sync(struct delayed_work *work);
void destroy_workqueue(struct workqueue_struct *queue);
int probe_device(void);

extern struct workqueue_struct *system_wq;
static struct workqueue_struct *events;
static struct work_struct event;
static struct delayed_work poll;

static int start(struct workqueue_struct *queue)
{
	events = queue;
	queue_work_on(0, events, &event);
	if (probe_device()) {
		destroy_workqueue(events);
		return -19;
	}
	queue_delayed_work_on(0, system_wq, &poll, 100);
	return 0;
}

int main(void)
{
	static int queue;

	if (start((struct workqueue_struct *)&queue))
		return 0;
	cancel_delayed_work_sync(&poll);
	destroy_workqueue(events);
	return 0;
}
