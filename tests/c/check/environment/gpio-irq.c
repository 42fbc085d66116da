// Interrupts of pins are masked and set up where nothing may sleep; the bus is locked around that, which may sleep.
// proved: --property interrupt
// bug: --property interrupt -D SLEEPS
#include "module.h"
struct lock_class_key;
struct irq_chip;
struct irq_data { unsigned long hwirq; struct irq_chip *chip; void *chip_data; };
struct irq_chip {
    void (*irq_mask)(struct irq_data *);
    int (*irq_set_type)(struct irq_data *, unsigned int);
    void (*irq_bus_lock)(struct irq_data *);
    void (*irq_bus_sync_unlock)(struct irq_data *);
};
struct gpio_irq_chip { struct irq_chip *chip; };
struct gpio_chip { int (*get)(struct gpio_chip *, unsigned int); unsigned short ngpio; struct gpio_irq_chip irq; };
int gpiochip_add_data_with_key(struct gpio_chip *, void *, struct lock_class_key *, struct lock_class_key *);
void gpiochip_remove(struct gpio_chip *);
void msleep(unsigned int);

static int changed;
static int toy_get(struct gpio_chip *chip, unsigned int line) { return 0; }
static void toy_mask(struct irq_data *data)
{
    changed = 1;
#ifdef SLEEPS
    msleep(1);
#endif
}
static int toy_type(struct irq_data *data, unsigned int type)
{
    changed = 1;
    return type > 3 ? -22 : 0;
}
static void toy_lock(struct irq_data *data) { use_lock(); }
static void toy_unlock(struct irq_data *data)
{
    if (changed)
        msleep(1);
    changed = 0;
}
static struct irq_chip interrupts = {
    .irq_mask = toy_mask, .irq_set_type = toy_type, .irq_bus_lock = toy_lock, .irq_bus_sync_unlock = toy_unlock,
};
static struct gpio_chip chip = { .get = toy_get, .ngpio = 8 };
static int toy_init(void)
{
    chip.irq.chip = &interrupts;
    return gpiochip_add_data_with_key(&chip, 0, 0, 0);
}
static void toy_exit(void) { gpiochip_remove(&chip); }
module_init(toy_init);
module_exit(toy_exit);
