// Devices of smaller buses are probed before they are used and removed; a port of serio tells of bytes while it is open.
// proved: --property mutex
// bug: --property mutex -D NUMBER
// bug: --property mutex -D AGAIN
// bug: --property mutex -D CLOSED
#include "module.h"
struct isa_driver {
    int (*probe)(struct device *, unsigned int);
    void (*remove)(struct device *, unsigned int);
    int (*match)(struct device *, unsigned int);
};
int isa_register_driver(struct isa_driver *, unsigned int);
void isa_unregister_driver(struct isa_driver *);
struct pnp_dev { struct device dev; };
struct pnp_device_id { char id[8]; };
struct pnp_driver {
    const struct pnp_device_id *id_table;
    int (*probe)(struct pnp_dev *, const struct pnp_device_id *);
    void (*remove)(struct pnp_dev *);
};
int pnp_register_driver(struct pnp_driver *);
void pnp_unregister_driver(struct pnp_driver *);
struct serio { struct device dev; };
struct serio_driver {
    irqreturn_t (*interrupt)(struct serio *, unsigned char, unsigned int);
    int (*connect)(struct serio *, struct serio_driver *);
    void (*disconnect)(struct serio *);
};
int serio_open(struct serio *, struct serio_driver *);
void serio_close(struct serio *);
int __serio_register_driver(struct serio_driver *, struct module *, const char *);
void serio_unregister_driver(struct serio_driver *);

static int isa_bound, pnp_bound, buffer;
static int toy_isa_probe(struct device *device, unsigned int number)
{
    use_lock();
    if (isa_bound)
        violate();
#ifdef NUMBER
    if (number == 3)
        violate();
#endif
    isa_bound = 1;
    return 0;
}
static void toy_isa_remove(struct device *device, unsigned int number)
{
    if (!isa_bound)
        violate();
    isa_bound = 0;
}
static int toy_pnp_probe(struct pnp_dev *device, const struct pnp_device_id *id)
{
    if (pnp_bound)
        violate();
    pnp_bound = 1;
    return 0;
}
static void toy_pnp_remove(struct pnp_dev *device)
{
#ifndef AGAIN
    pnp_bound = 0;
#endif
}
static irqreturn_t toy_byte(struct serio *port, unsigned char byte, unsigned int flags)
{
    if (!buffer)
        violate();
    return 1;
}
static int toy_connect(struct serio *port, struct serio_driver *driver)
{
    int status;
    buffer = 1;
    status = serio_open(port, driver);
    if (status)
        buffer = 0;
    return status;
}
static void toy_disconnect(struct serio *port)
{
#ifndef CLOSED
    serio_close(port);
#endif
    buffer = 0;
}
static struct isa_driver isa = { .probe = toy_isa_probe, .remove = toy_isa_remove };
static const struct pnp_device_id ids[] = { { "toy" }, { "" } };
static struct pnp_driver pnp = { .id_table = ids, .probe = toy_pnp_probe, .remove = toy_pnp_remove };
static struct serio_driver serio = { .interrupt = toy_byte, .connect = toy_connect, .disconnect = toy_disconnect };
static int toy_init(void)
{
    int status = isa_register_driver(&isa, 4);
    if (status)
        return status;
    status = pnp_register_driver(&pnp);
    if (status)
        goto no_pnp;
    status = __serio_register_driver(&serio, 0, "toy");
    if (status == 0)
        return 0;
    pnp_unregister_driver(&pnp);
no_pnp:
    isa_unregister_driver(&isa);
    return status;
}
static void toy_exit(void)
{
    serio_unregister_driver(&serio);
    pnp_unregister_driver(&pnp);
    isa_unregister_driver(&isa);
}
module_init(toy_init);
module_exit(toy_exit);
