/* The timer of the board is registered after it was set, and unregistered where a later step fails. */
struct watchdog_device { unsigned int timeout; };
int watchdog_register_device(struct watchdog_device *watchdog);
void watchdog_unregister_device(struct watchdog_device *watchdog);
int register_restart(void);

static struct watchdog_device watchdog;

static int probe(void)
{
	int err;

	watchdog.timeout = 60;
	err = watchdog_register_device(&watchdog);
	if (err)
		return err;
	err = register_restart();
	if (err)
		watchdog_unregister_device(&watchdog);
	return err;
}

int main(void)
{
	if (probe() == 0)
		watchdog_unregister_device(&watchdog);
	return 0;
}
