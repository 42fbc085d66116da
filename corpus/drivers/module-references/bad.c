/* Opening a node takes a reference to the driver's module and one to the bus's. Broken: the reference to the bus is forgotten when the driver cannot be held. */
struct module { int state; };
int try_module_get(struct module *module);
void module_put(struct module *module);
int hardware_ready(void);
void ldv_check_final_state(void);

static struct module driver, bus;
static int opened;

static int node_open(void)
{
	if (!try_module_get(&bus))
		return -19;
	if (!try_module_get(&driver))
		return -19;
	if (!hardware_ready())
		goto put_driver;
	opened = 1;
	return 0;
put_driver:
	module_put(&driver);
	module_put(&bus);
	return -19;
}

static void node_release(void)
{
	if (!opened)
		return;
	opened = 0;
	module_put(&driver);
	module_put(&bus);
}

int main(void)
{
	node_open();
	node_release();
	ldv_check_final_state();
	return 0;
}
