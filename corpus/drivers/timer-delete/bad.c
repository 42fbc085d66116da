/* A watchdog that arms its timer again until the device goes away. Broken: the timer is deleted before the watchdog knows. */
void mod_timer(int ticks);
void del_timer_sync(void);
void free_device(void);
int nondet_int(void);

static int running, resets;

static void watchdog(void)
{
	if (!running)
		return;
	if (nondet_int())
		resets++;
	mod_timer(100);
}

static void start(void)
{
	running = 1;
	mod_timer(100);
}

static void stop(void)
{
	if (!running)
		return;
	del_timer_sync();
	watchdog();
	running = 0;
}

int main(void)
{
	if (nondet_int())
		start();
	watchdog();
	stop();
	watchdog();
	free_device();
	return 0;
}
