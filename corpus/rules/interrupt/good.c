/* The handler takes memory that is there at once; what sleeps is left to the thread. */
void *kmalloc(unsigned long size, unsigned int flags);
void kfree(const void *block);
void mutex_lock(int *lock);
void mutex_unlock(int *lock);
void msleep(unsigned int time);
void env_interrupt_enter(void);
void env_interrupt_leave(void);

static int lock, lost;

static int handler(void)
{
	void *event = kmalloc(16, 0x820);

	if (!event)
		lost++;
	kfree(event);
	return 2;
}

static void thread(void)
{
	void *event;

	mutex_lock(&lock);
	msleep(1);
	event = kmalloc(16, 0xcc0);
	kfree(event);
	mutex_unlock(&lock);
}

int main(void)
{
	int result;

	env_interrupt_enter();
	result = handler();
	env_interrupt_leave();
	if (result == 2)
		thread();
	return 0;
}
