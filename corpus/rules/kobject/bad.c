/* An object that could not be added is forgotten, and its name leaks. */
struct kobject { const char *name; };
int kobject_init_and_add(struct kobject *object, void *type, struct kobject *parent, const char *format, ...);
void kobject_put(struct kobject *object);

static struct kobject queue;

int main(void)
{
	if (kobject_init_and_add(&queue, 0, 0, "queue%d", 0))
		return 0;
	kobject_put(&queue);
	return 0;
}
