/* A blinking lamp: its timer arms itself again, and is deleted before the lamp goes, also where a later step fails. */
struct timer_list { unsigned long expires; };
int mod_timer(struct timer_list *timer, unsigned long expires);
int del_timer_sync(struct timer_list *timer);
int register_lamp(void);

static struct timer_list blink;
static int on;

static void blink_expired(struct timer_list *timer)
{
	on = !on;
	mod_timer(timer, 50);
}

static int start(void)
{
	int err;

	mod_timer(&blink, 50);
	err = register_lamp();
	if (err)
		del_timer_sync(&blink);
	return err;
}

int main(void)
{
	if (start())
		return 0;
	blink_expired(&blink);
	del_timer_sync(&blink);
	return 0;
}
