/* A watchdog device with a magic close. */
void wdt_start(void);
void wdt_stop(void);
void wdt_ping(void);
int nondet_int(void);

static int is_open, expect_close;

static int device_open(void)
{
	if (is_open)
		return -16;
	is_open = 1;
	expect_close = 0;
	wdt_start();
	return 0;
}

static int device_write(char c)
{
	if (!is_open)
		return -9;
	expect_close = c == 'V';
	wdt_ping();
	return 1;
}

static void device_close(void)
{
	if (!is_open)
		return;
	if (expect_close) {
		wdt_stop();
		expect_close = 0;
	} else {
		wdt_ping();
	}
	is_open = 0;
}

int main(void)
{
	device_open();
	device_write(nondet_int() ? 'V' : 'x');
	if (nondet_int())
		device_write('x');
	device_close();
	return 0;
}
