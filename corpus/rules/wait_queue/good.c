/* A reader sleeps until there is data or a signal, and takes itself off the queue either way. */
struct wait_queue_head { int lock; };
struct wait_queue_entry { unsigned int flags; };
void prepare_to_wait(struct wait_queue_head *head, struct wait_queue_entry *entry, int state);
void finish_wait(struct wait_queue_head *head, struct wait_queue_entry *entry);
long prepare_to_wait_event(struct wait_queue_head *head, struct wait_queue_entry *entry, int state);
void schedule(void);
int has_data(void);
int signal_pending(void);

static struct wait_queue_head readers;

static int wait_for_data(void)
{
	struct wait_queue_entry entry = { 0 };
	int err = 0;

	while (!has_data()) {
		prepare_to_wait(&readers, &entry, 1);
		if (signal_pending()) {
			err = -4;
			break;
		}
		schedule();
	}
	finish_wait(&readers, &entry);
	return err;
}

/* As wait_event_interruptible does it: an error has taken the entry off. */
static long wait_event(void)
{
	struct wait_queue_entry entry = { 0 };
	long err;

	for (;;) {
		err = prepare_to_wait_event(&readers, &entry, 1);
		if (has_data())
			break;
		if (err)
			return err;
		schedule();
	}
	finish_wait(&readers, &entry);
	return 0;
}

int main(void)
{
	if (wait_for_data() == 0)
		wait_event();
	return 0;
}
