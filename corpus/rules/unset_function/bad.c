/* A card without a lamp has no function for its timer, but is blinked all the same. */
struct timer_list { void (*function)(struct timer_list *); };
void init_timer_key(struct timer_list *timer, void (*function)(struct timer_list *), unsigned int flags, const char *name, void *key);
int mod_timer(struct timer_list *timer, unsigned long expires);
int has_lamp(void);

static int ticks;

static void tick(struct timer_list *timer)
{
	ticks++;
}

static struct timer_list blink;

int main(void)
{
	if (has_lamp())
		init_timer_key(&blink, tick, 0, "blink", 0);
	mod_timer(&blink, 50);
	return 0;
}
