/* An object that could not be added is put all the same; a second user has a reference of its own. */
struct kobject { const char *name; };
int kobject_init_and_add(struct kobject *object, void *type, struct kobject *parent, const char *format, ...);
struct kobject *kobject_create_and_add(const char *name, struct kobject *parent);
struct kobject *kobject_get(struct kobject *object);
void kobject_put(struct kobject *object);
int create_files(void);

static struct kobject queue;
static struct kobject *folder;

static int start(void)
{
	folder = kobject_create_and_add("queues", 0);
	if (!folder)
		return -12;
	if (kobject_init_and_add(&queue, 0, folder, "queue%d", 0) || create_files()) {
		kobject_put(&queue);
		kobject_put(folder);
		return -12;
	}
	return 0;
}

int main(void)
{
	if (start())
		return 0;
	kobject_get(&queue);
	kobject_put(&queue);
	kobject_put(&queue);
	kobject_put(folder);
	return 0;
}
