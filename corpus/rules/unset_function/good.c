/* One timer that is set up by a call, one that is when it is declared, and work that the driver sets up itself. */
struct timer_list { void (*function)(struct timer_list *); };
struct work_struct { void (*func)(struct work_struct *); };
void init_timer_key(struct timer_list *timer, void (*function)(struct timer_list *), unsigned int flags, const char *name, void *key);
int mod_timer(struct timer_list *timer, unsigned long expires);
_Bool queue_work_on(int cpu, void *queue, struct work_struct *work);
_Bool cancel_work_sync(struct work_struct *work);
int has_lamp(void);

static int ticks;

static void tick(struct timer_list *timer)
{
	ticks++;
}

static void update(struct work_struct *work)
{
	ticks = 0;
}

static struct timer_list blink, sample = { tick };
static struct work_struct work;

int main(void)
{
	work.func = update;
	mod_timer(&sample, 100);
	if (has_lamp()) {
		init_timer_key(&blink, tick, 0, "blink", 0);
		mod_timer(&blink, 50);
	}
	queue_work_on(0, 0, &work);
	cancel_work_sync(&work);
	return 0;
}
