/* After the queue is gone, an interrupt still queues work. */
struct workqueue_struct;
struct work_struct { int pending; };
struct workqueue_struct *create_singlethread_workqueue(const char *name);
int queue_work(struct workqueue_struct *queue, struct work_struct *work);
void destroy_workqueue(struct workqueue_struct *queue);
int nondet_int(void);

static struct workqueue_struct *queue;
static struct work_struct work;

static void interrupt(void)
{
	if (queue)
		queue_work(queue, &work);
}

int main(void)
{
	queue = create_singlethread_workqueue("events");
	interrupt();
	destroy_workqueue(queue);
	if (nondet_int())
		interrupt();
	return 0;
}
