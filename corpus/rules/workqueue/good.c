/* Work is queued by the interrupt while the queue exists. */
struct workqueue_struct;
struct work_struct { int pending; };
struct workqueue_struct *create_singlethread_workqueue(const char *name);
int queue_work(struct workqueue_struct *queue, struct work_struct *work);
void flush_workqueue(struct workqueue_struct *queue);
void destroy_workqueue(struct workqueue_struct *queue);
int nondet_int(void);
void ldv_check_final_state(void);

static struct workqueue_struct *queue;
static struct work_struct work;

static void interrupt(void)
{
	if (queue)
		queue_work(queue, &work);
}

static void stop(void)
{
	struct workqueue_struct *old = queue;

	queue = 0;
	if (old) {
		flush_workqueue(old);
		destroy_workqueue(old);
	}
}

int main(void)
{
	queue = create_singlethread_workqueue("events");
	interrupt();
	stop();
	if (nondet_int())
		interrupt();
	stop();
	ldv_check_final_state();
	return 0;
}
