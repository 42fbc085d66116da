/* A reader that is interrupted by a signal returns, and its entry stays on the queue, on a stack that is gone. */
struct wait_queue_head { int lock; };
struct wait_queue_entry { unsigned int flags; };
void prepare_to_wait(struct wait_queue_head *head, struct wait_queue_entry *entry, int state);
void finish_wait(struct wait_queue_head *head, struct wait_queue_entry *entry);
void schedule(void);
int has_data(void);
int signal_pending(void);

static struct wait_queue_head readers;

static int wait_for_data(void)
{
	struct wait_queue_entry entry = { 0 };

	while (!has_data()) {
		prepare_to_wait(&readers, &entry, 1);
		if (signal_pending())
			return -4;
		schedule();
	}
	finish_wait(&readers, &entry);
	return 0;
}

int main(void)
{
	wait_for_data();
	return 0;
}
