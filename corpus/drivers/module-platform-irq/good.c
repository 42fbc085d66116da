/* A mailbox: the handler takes the message under a spin lock and wakes a thread, which may wait for the reader's lock. */
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
struct module;
struct mutex { int count; };
typedef struct { int raw; } spinlock_t;
void mutex_lock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
struct device { struct device *parent; void *driver_data; };
struct platform_device { int id; struct device dev; };
struct device_driver { const char *name; };
struct platform_driver {
	int (*probe)(struct platform_device *);
	int (*remove)(struct platform_device *);
	struct device_driver driver;
};
int __platform_driver_register(struct platform_driver *driver, struct module *owner);
void platform_driver_unregister(struct platform_driver *driver);
int platform_get_irq(struct platform_device *device, unsigned int number);
int request_threaded_irq(unsigned int irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags,
			 const char *name, void *data);
const void *free_irq(unsigned int irq, void *data);
unsigned int readl(const volatile void *address);
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

struct mailbox { int irq; unsigned int message, delivered; struct mutex reader; spinlock_t lock; };
static struct mailbox mailbox;

static void deliver(struct mailbox *box)
{
	mutex_lock(&box->reader);
	box->delivered = box->message;
	mutex_unlock(&box->reader);
}

static irqreturn_t mailbox_interrupt(int irq, void *data)
{
	struct mailbox *box = data;
	unsigned int message = readl(0);

	if (!message)
		return 0;
	spin_lock(&box->lock);
	box->message = message;
	spin_unlock(&box->lock);
	return 2;
}

static irqreturn_t mailbox_thread(int irq, void *data)
{
	deliver(data);
	return 1;
}

static int mailbox_probe(struct platform_device *device)
{
	mailbox.irq = platform_get_irq(device, 0);
	if (mailbox.irq < 0)
		return mailbox.irq;
	return request_threaded_irq(mailbox.irq, mailbox_interrupt, mailbox_thread, 0, "mailbox", &mailbox);
}

static int mailbox_remove(struct platform_device *device)
{
	free_irq(mailbox.irq, &mailbox);
	return 0;
}

static struct platform_driver mailbox_driver = { .probe = mailbox_probe, .remove = mailbox_remove };
static int mailbox_init(void) { return __platform_driver_register(&mailbox_driver, 0); }
static void mailbox_exit(void) { platform_driver_unregister(&mailbox_driver); }
module_init(mailbox_init);
module_exit(mailbox_exit);
