/* As much of a kernel's interface as the modules here use that are about what is called, when, and with what. */
typedef long loff_t;
typedef unsigned long size_t;
typedef unsigned int gfp_t;
typedef unsigned int dev_t;
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
typedef struct { int event; } pm_message_t;
struct module;
struct mutex { int count; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
void *kzalloc(size_t, gfp_t);
void kfree(const void *);

struct device { struct device *parent; void *driver_data; };
struct device_attribute {
    const char *name;
    long (*show)(struct device *, struct device_attribute *, char *);
    long (*store)(struct device *, struct device_attribute *, const char *, size_t);
};
int device_create_file(struct device *, const struct device_attribute *);
void device_remove_file(struct device *, const struct device_attribute *);

struct file_operations;
struct cdev { const struct file_operations *ops; };
struct inode { dev_t i_rdev; const struct file_operations *i_fop; struct cdev *i_cdev; void *i_private; };
struct file { struct inode *f_inode; const struct file_operations *f_op; unsigned int f_flags; void *private_data; };
struct file_operations {
    int (*open)(struct inode *, struct file *);
    int (*release)(struct inode *, struct file *);
    long (*read)(struct file *, char *, size_t, loff_t *);
    long (*write)(struct file *, const char *, size_t, loff_t *);
    long (*unlocked_ioctl)(struct file *, unsigned int, unsigned long);
};
struct miscdevice { int minor; const char *name; const struct file_operations *fops; };
int misc_register(struct miscdevice *);
void misc_deregister(struct miscdevice *);
struct dentry;
struct dentry *debugfs_create_file(const char *, unsigned short, struct dentry *, void *, const struct file_operations *);

struct attribute_group;
struct of_device_id;
struct device_driver {
    const char *name;
    struct device_attribute *const *files;
    const struct attribute_group **dev_groups;
    const struct of_device_id *of_match_table;
};
struct platform_device { int id; struct device dev; };
struct platform_driver {
    int (*probe)(struct platform_device *);
    int (*remove)(struct platform_device *);
    void (*shutdown)(struct platform_device *);
    struct device_driver driver;
};
int __platform_driver_register(struct platform_driver *, struct module *);
void platform_driver_unregister(struct platform_driver *);
int register_all_drivers(struct platform_driver *const *, unsigned int);

struct pci_dev { struct device dev; };
struct pci_device_id { unsigned int vendor, device; unsigned long driver_data; };
struct pci_driver {
    const char *name;
    const struct pci_device_id *id_table;
    int (*probe)(struct pci_dev *, const struct pci_device_id *);
    void (*remove)(struct pci_dev *);
    struct device_driver driver;
};
int __pci_register_driver(struct pci_driver *, struct module *, const char *);
void pci_unregister_driver(struct pci_driver *);

struct mmc_ios { unsigned char power_mode; };
struct mmc_host;
struct mmc_host_ops { void (*set_ios)(struct mmc_host *, struct mmc_ios *); };
struct mmc_host { struct device *parent; const struct mmc_host_ops *ops; };
struct mmc_data { unsigned int size; };
struct mmc_command { unsigned int opcode; struct mmc_data *data; };
struct mmc_request { struct mmc_command *cmd; struct mmc_data *data; };
struct mmc_host *mmc_alloc_host(int, struct device *);
int mmc_add_host(struct mmc_host *);
void mmc_remove_host(struct mmc_host *);

int request_threaded_irq(unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
int devm_request_threaded_irq(struct device *, unsigned int, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);
const void *free_irq(unsigned int, void *);

struct kernel_param_ops { int (*set)(const char *); };
struct kparam_array { unsigned int max; unsigned int *num; void *elem; };
struct kernel_param {
    const char *name;
    const struct kernel_param_ops *ops;
    unsigned short perm;
    union { void *arg; const struct kparam_array *arr; };
};
extern const struct kernel_param_ops param_ops;
#define module_param(name, mode) \
    static const struct kernel_param __param_##name \
        __attribute__((used, section("__param"))) = { #name, &param_ops, mode, { &name } }
#define EXPORT_SYMBOL(f) \
    static const void *const __ksymtab_##f __attribute__((used, section("___ksymtab"))) = (const void *)f
#define module_init(f) int init_module(void) __attribute__((alias(#f)))
#define module_exit(f) void cleanup_module(void) __attribute__((alias(#f)))

static struct mutex lock;
static inline void use_lock(void)
{
    mutex_lock(&lock);
    mutex_unlock(&lock);
}
/* What must not happen. */
static inline void violate(void)
{
    mutex_lock(&lock);
    mutex_lock(&lock);
}
