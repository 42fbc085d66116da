// The lock of a serial port is held where its core holds it: sending may give it up for a while, and must not take it. A port
// that is suspended is started again.
// proved: --property spinlock
// bug: --property spinlock -D TAKES
// bug: --property spinlock -D GIVES
// bug: --property mutex -D RESUMED
#include "module.h"
typedef struct raw_spinlock { int raw; } raw_spinlock_t;
typedef struct spinlock { struct raw_spinlock rlock; } spinlock_t;
unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *);
void _raw_spin_unlock_irqrestore(raw_spinlock_t *, unsigned long);
void _raw_spin_lock(raw_spinlock_t *);
void _raw_spin_unlock(raw_spinlock_t *);
struct ktermios { int c_cflag; };
struct serial_struct;
struct console;
struct tty_driver { int num; };
struct circ_buf { char *buf; int head, tail; };
struct uart_port;
struct uart_state { struct uart_port *uart_port; struct circ_buf xmit; };
struct uart_ops {
    void (*start_tx)(struct uart_port *);
    void (*stop_tx)(struct uart_port *);
    int (*startup)(struct uart_port *);
    void (*shutdown)(struct uart_port *);
};
struct uart_port {
    spinlock_t lock;
    unsigned long iobase, mapbase;
    unsigned char *membase;
    unsigned int line, type;
    unsigned long flags;
    struct uart_state *state;
    struct console *cons;
    const struct uart_ops *ops;
};
struct uart_driver {
    const char *driver_name;
    int nr;
    struct console *cons;
    struct uart_state *state;
    struct tty_driver *tty_driver;
};
int uart_register_driver(struct uart_driver *);
void uart_unregister_driver(struct uart_driver *);
int uart_add_one_port(struct uart_driver *, struct uart_port *);
void uart_remove_one_port(struct uart_driver *, struct uart_port *);
int uart_suspend_port(struct uart_driver *, struct uart_port *);
int uart_resume_port(struct uart_driver *, struct uart_port *);

static int on, slept;
static void toy_start_tx(struct uart_port *port)
{
#ifdef TAKES
    _raw_spin_lock(&port->lock.rlock);
    _raw_spin_unlock(&port->lock.rlock);
#endif
#ifdef GIVES
    _raw_spin_unlock(&port->lock.rlock);
#endif
    if (!on) {
        _raw_spin_lock(&port->lock.rlock);
        _raw_spin_lock(&port->lock.rlock);
    }
}
static void toy_stop_tx(struct uart_port *port) {}
static int toy_startup(struct uart_port *port)
{
#ifdef RESUMED
    if (slept)
        violate();
#endif
    on = 1;
    return 0;
}
static void toy_shutdown(struct uart_port *port) { on = 0; }
static const struct uart_ops operations = {
    .start_tx = toy_start_tx, .stop_tx = toy_stop_tx, .startup = toy_startup, .shutdown = toy_shutdown,
};
static struct uart_driver serial = { .driver_name = "toy", .nr = 1 };
static struct uart_port port = { .ops = &operations, .type = 7 };

static int toy_init(void)
{
    int status = uart_register_driver(&serial);
    if (status)
        return status;
    status = uart_add_one_port(&serial, &port);
    if (status)
        uart_unregister_driver(&serial);
#ifdef RESUMED
    if (status == 0 && uart_suspend_port(&serial, &port) == 0) {
        slept = 1;
        uart_resume_port(&serial, &port);
    }
#endif
    return status;
}
static void toy_exit(void)
{
    uart_remove_one_port(&serial, &port);
    uart_unregister_driver(&serial);
}
module_init(toy_init);
module_exit(toy_exit);
