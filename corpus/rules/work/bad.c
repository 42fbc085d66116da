/* Destroying the queue does not wait for work that is still delayed. */
struct workqueue_struct;
struct work_struct { int pending; };
struct delayed_work { struct work_struct work; };
_Bool queue_work_on(int cpu, struct workqueue_struct *queue, struct work_struct *work);
_Bool queue_delayed_work_on(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay);
void destroy_workqueue(struct workqueue_struct *queue);
int device_is_slow(void);

static struct delayed_work poll;

int main(void)
{
	static int memory;
	struct workqueue_struct *queue = (struct workqueue_struct *)&memory;

	if (device_is_slow())
		queue_delayed_work_on(0, queue, &poll, 100);
	else
		queue_work_on(0, queue, &poll.work);
	destroy_workqueue(queue);
	return 0;
}
