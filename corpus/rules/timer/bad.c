/* The timer is deleted only if the lamp is on, but it arms itself either way. */
struct timer_list { unsigned long expires; };
int mod_timer(struct timer_list *timer, unsigned long expires);
int del_timer_sync(struct timer_list *timer);

static struct timer_list blink;
static int on;

static void blink_expired(struct timer_list *timer)
{
	on = !on;
	mod_timer(timer, 50);
}

int main(void)
{
	mod_timer(&blink, 50);
	on = 1;
	blink_expired(&blink);
	if (on)
		del_timer_sync(&blink);
	return 0;
}
