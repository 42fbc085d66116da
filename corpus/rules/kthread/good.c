/* A thread that samples; an error is no thread. */
struct task_struct;
struct task_struct *kthread_create_on_node(int (*function)(void *), void *data, int node, const char *name, ...);
int wake_up_process(struct task_struct *task);
int kthread_stop(struct task_struct *task);
int start_sampling(void);

static struct task_struct *sampler;

static int sample(void *data)
{
	return 0;
}

static int open(void)
{
	sampler = kthread_create_on_node(sample, 0, -1, "sampler");
	if ((unsigned long)sampler > -4096ul) {
		sampler = 0;
		return -12;
	}
	wake_up_process(sampler);
	if (start_sampling()) {
		kthread_stop(sampler);
		sampler = 0;
		return -5;
	}
	return 0;
}

int main(void)
{
	open();
	if (sampler)
		kthread_stop(sampler);
	return 0;
}
