/* Opening a device holds its module, closing lets go of it. */
struct module { int state; };

int try_module_get(struct module *module);
void module_put(struct module *module);
int nondet_int(void);
void ldv_check_final_state(void);

static struct module driver;
static int users;

static int device_open(void)
{
	if (!try_module_get(&driver))
		return -19;
	if (nondet_int() < 0) {
		module_put(&driver);
		return -12;
	}
	users++;
	return 0;
}

static void device_release(void)
{
	users--;
	module_put(&driver);
}

int main(void)
{
	if (device_open() == 0)
		device_release();
	ldv_check_final_state();
	return 0;
}
