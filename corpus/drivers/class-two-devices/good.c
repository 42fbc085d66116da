/* The class is made with the first device and destroyed with the last. */
struct module;
struct class;
struct class *__class_create(struct module *owner, const char *name);
void class_destroy(struct class *class);
int nondet_int(void);
void ldv_check_final_state(void);

static struct class *class;
static int devices;

static int failed(const void *pointer)
{
	return (unsigned long)pointer > 2012;
}

static int add_device(void)
{
	if (devices == 0) {
		class = __class_create(0, "sensor");
		if (failed(class))
			return -12;
	}
	devices++;
	return 0;
}

static void remove_device(void)
{
	if (devices == 0)
		return;
	devices--;
	if (devices == 0)
		class_destroy(class);
}

int main(void)
{
	add_device();
	if (nondet_int())
		add_device();
	remove_device();
	remove_device();
	ldv_check_final_state();
	return 0;
}
