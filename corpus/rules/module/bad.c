/* A failed open has already let go of the module when close does it again. */
struct module { int state; };

int try_module_get(struct module *module);
void module_put(struct module *module);
int nondet_int(void);

static struct module driver;

static int device_open(void)
{
	if (!try_module_get(&driver))
		return -19;
	if (nondet_int() < 0)
		module_put(&driver);
	return 0;
}

static void device_release(void)
{
	module_put(&driver);
}

int main(void)
{
	if (device_open() == 0)
		device_release();
	return 0;
}
