/* A module that registers a class of devices and goes away again. */
struct module;
struct class;

struct class *__class_create(struct module *owner, const char *name);
void class_destroy(struct class *class);
int register_devices(struct class *class);
void ldv_check_final_state(void);

static struct class *class;

static int is_err(const void *pointer)
{
	return (unsigned long)pointer >= (unsigned long)-4095;
}

static int driver_init(void)
{
	int err;

	class = __class_create(0, "example");
	if (is_err(class))
		return -12;
	err = register_devices(class);
	if (err)
		class_destroy(class);
	return err;
}

int main(void)
{
	if (driver_init() == 0)
		class_destroy(class);
	ldv_check_final_state();
	return 0;
}
