/* Where the speed cannot be set, the tasklet stays disabled, and killing it waits for ever. */
struct tasklet_struct { unsigned long state; };
void tasklet_setup(struct tasklet_struct *tasklet, void (*function)(struct tasklet_struct *));
void __tasklet_schedule(struct tasklet_struct *tasklet);
void tasklet_disable(struct tasklet_struct *tasklet);
void tasklet_enable(struct tasklet_struct *tasklet);
void tasklet_kill(struct tasklet_struct *tasklet);
int set_speed(void);

static struct tasklet_struct receive;
static int packets;

static void received(struct tasklet_struct *tasklet)
{
	packets++;
}

static int change_speed(void)
{
	int err;

	tasklet_disable(&receive);
	err = set_speed();
	if (err)
		return err;
	tasklet_enable(&receive);
	return 0;
}

int main(void)
{
	tasklet_setup(&receive, received);
	__tasklet_schedule(&receive);
	change_speed();
	tasklet_kill(&receive);
	return 0;
}
