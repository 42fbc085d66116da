// A terminal is opened, written to and closed; its port is active in between. A hang-up leaves it open, without more to write.
// proved: --property mutex
// bug: --property mutex -D FORGETS
// bug: --property mutex -D COUNT
#include "module.h"
typedef unsigned char u8;
typedef _Bool bool;
struct tty_struct;
struct tty_port;
struct tty_driver;
struct ktermios;
struct winsize;
struct serial_icounter_struct;
struct serial_struct;
struct tty_port_operations {
    void (*shutdown)(struct tty_port *);
    int (*activate)(struct tty_port *, struct tty_struct *);
};
struct tty_port { struct tty_struct *tty; const struct tty_port_operations *ops; u8 console; };
struct tty_operations {
    int (*open)(struct tty_struct *, struct file *);
    void (*close)(struct tty_struct *, struct file *);
    int (*write)(struct tty_struct *, const u8 *, int);
    void (*hangup)(struct tty_struct *);
};
struct tty_driver { struct module *owner; unsigned int num; unsigned long flags; struct tty_port **ports; const struct tty_operations *ops; };
struct tty_struct { struct tty_driver *driver; const struct tty_operations *ops; int index; void *driver_data; struct tty_port *port; };
struct tty_driver *__tty_alloc_driver(unsigned int, struct module *, unsigned long);
int tty_register_driver(struct tty_driver *);
void tty_unregister_driver(struct tty_driver *);
void tty_port_link_device(struct tty_port *, struct tty_driver *, unsigned);
int tty_port_open(struct tty_port *, struct tty_struct *, struct file *);
void tty_port_close(struct tty_port *, struct tty_struct *, struct file *);
void tty_port_hangup(struct tty_port *);

static int active;
static struct tty_port port;
static int toy_activate(struct tty_port *port, struct tty_struct *tty)
{
    use_lock();
    if (active)
        violate();
    active = 1;
    return 0;
}
static void toy_shutdown(struct tty_port *port)
{
    if (!active)
        violate();
    active = 0;
}
static const struct tty_port_operations ports = { .activate = toy_activate, .shutdown = toy_shutdown };
static int toy_open(struct tty_struct *tty, struct file *file) { return tty_port_open(&port, tty, file); }
static void toy_close(struct tty_struct *tty, struct file *file)
{
#ifndef FORGETS
    tty_port_close(&port, tty, file);
#endif
}
static int toy_write(struct tty_struct *tty, const u8 *bytes, int count)
{
    if (!active)
        violate();
#ifdef COUNT
    if (count > 16)
        violate();
#endif
    return count;
}
static void toy_hangup(struct tty_struct *tty) { tty_port_hangup(&port); }
static const struct tty_operations operations = {
    .open = toy_open, .close = toy_close, .write = toy_write, .hangup = toy_hangup,
};
static struct tty_driver *driver;
static int toy_init(void)
{
    int status;
    driver = __tty_alloc_driver(1, 0, 0);
    if ((unsigned long)driver > -4096ul)
        return -12;
    driver->ops = &operations;
    port.ops = &ports;
    tty_port_link_device(&port, driver, 0);
    return tty_register_driver(driver);
}
static void toy_exit(void)
{
    tty_unregister_driver(driver);
    if (active)
        violate();
}
module_init(toy_init);
module_exit(toy_exit);
