/* Work queues itself again until the driver stops. */
struct workqueue_struct;
struct work_struct { int runs; };
struct workqueue_struct *alloc_workqueue(const char *name);
int queue_work(struct workqueue_struct *queue, struct work_struct *work);
void flush_workqueue(struct workqueue_struct *queue);
void destroy_workqueue(struct workqueue_struct *queue);
int nondet_int(void);

static struct workqueue_struct *queue;
static struct work_struct work;
static int stopping, queued;

static void schedule_work(void)
{
	if (!stopping && queue) {
		queue_work(queue, &work);
		queued = 1;
	}
}

static void run_work(void)
{
	queued = 0;
	work.runs++;
	if (work.runs < 3)
		schedule_work();
}

static void stop(void)
{
	stopping = 1;
	flush_workqueue(queue);
	while (queued)
		run_work();
	destroy_workqueue(queue);
}

int main(void)
{
	queue = alloc_workqueue("poll");
	if (!queue)
		return -12;
	schedule_work();
	if (nondet_int() && queued)
		run_work();
	stop();
	if (nondet_int())
		schedule_work();
	return 0;
}
