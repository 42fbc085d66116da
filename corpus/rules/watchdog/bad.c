/* Where the board cannot be restarted, the watchdog stays registered although probe fails. */
struct watchdog_device { unsigned int timeout; };
int watchdog_register_device(struct watchdog_device *watchdog);
void watchdog_unregister_device(struct watchdog_device *watchdog);
int register_restart(void);

static struct watchdog_device watchdog;

static int probe(void)
{
	int err = watchdog_register_device(&watchdog);

	return err ? err : register_restart();
}

int main(void)
{
	if (probe() == 0)
		watchdog_unregister_device(&watchdog);
	return 0;
}
