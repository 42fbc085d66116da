/* As much of a kernel's interface as the drivers here use. */
typedef long loff_t;
typedef unsigned long size_t;
typedef unsigned int gfp_t;
typedef unsigned int dev_t;
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
typedef struct { int event; } pm_message_t;
typedef _Bool bool;
struct module;
struct mutex { int count; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
int mutex_lock_interruptible(struct mutex *);
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void *kzalloc(size_t, gfp_t);
void kfree(const void *);

struct device { struct device *parent; void *driver_data; };
struct file_operations;
struct cdev { const struct file_operations *ops; };
struct inode { const struct file_operations *i_fop; struct cdev *i_cdev; void *i_private; };
struct file { struct inode *f_inode; const struct file_operations *f_op; void *private_data; };
struct file_operations {
    int (*open)(struct inode *, struct file *);
    int (*release)(struct inode *, struct file *);
    long (*read)(struct file *, char *, size_t, loff_t *);
    long (*write)(struct file *, const char *, size_t, loff_t *);
};
struct miscdevice { int minor; const char *name; const struct file_operations *fops; };
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);

struct platform_device { struct device dev; };
struct dev_pm_ops {
    int (*suspend)(struct device *);
    int (*resume)(struct device *);
    int (*runtime_suspend)(struct device *);
    int (*runtime_resume)(struct device *);
};
struct attribute_group;
struct device_driver { const char *name; const struct dev_pm_ops *pm; const struct attribute_group **dev_groups; };
struct platform_driver {
    int (*probe)(struct platform_device *);
    int (*remove)(struct platform_device *);
    struct device_driver driver;
};
int __platform_driver_register(struct platform_driver *, struct module *);
void platform_driver_unregister(struct platform_driver *);

int request_threaded_irq(unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
const void *free_irq(unsigned int, void *);
struct work_struct { void (*func)(struct work_struct *); };
struct delayed_work { struct work_struct work; };
struct workqueue_struct;
bool queue_work_on(int, struct workqueue_struct *, struct work_struct *);
bool cancel_work_sync(struct work_struct *);

#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))
