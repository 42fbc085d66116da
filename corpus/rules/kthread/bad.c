/* A sampler that does not start is stopped, and its address is kept and stopped again. */
struct task_struct;
struct task_struct *kthread_create_on_node(int (*function)(void *), void *data, int node, const char *name, ...);
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
	if (start_sampling()) {
		kthread_stop(sampler);
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
