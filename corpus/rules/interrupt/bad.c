/* A function that is called by the thread and, when events are lost, by the handler too. */
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
void env_interrupt_enter(void);
void env_interrupt_leave(void);
int events_are_lost(void);

static int lost;

static void tell(void)
{
	void *event = kmalloc(16, 0xcc0);

	if (!event)
		lost++;
	kfree(event);
}

static int handler(void)
{
	if (events_are_lost())
		tell();
	return 2;
}

int main(void)
{
	env_interrupt_enter();
	handler();
	env_interrupt_leave();
	tell();
	return 0;
}
