// A line of a chip is requested, used and freed, in this order, and none is used when the chip is gone. With BUG, freeing
// expects that the line is an output, which it need not be.
// proved: --property mutex
// bug: --property mutex -D BUG
#include "module.h"
struct lock_class_key;
struct gpio_chip {
    int (*request)(struct gpio_chip *, unsigned int);
    void (*free)(struct gpio_chip *, unsigned int);
    int (*direction_output)(struct gpio_chip *, unsigned int, int);
    void (*set)(struct gpio_chip *, unsigned int, int);
    unsigned short ngpio;
};
int gpiochip_add_data_with_key(struct gpio_chip *, void *, struct lock_class_key *, struct lock_class_key *);
void *gpiochip_get_data(struct gpio_chip *);
void gpiochip_remove(struct gpio_chip *);

struct toy { int taken, output; };
static struct toy toy;

static int toy_request(struct gpio_chip *chip, unsigned int line)
{
    struct toy *toy = gpiochip_get_data(chip);
    use_lock();
    if (toy->taken || line >= 8)
        violate();
    if (line == 3)
        return -22;
    toy->taken = 1;
    return 0;
}
static int toy_output(struct gpio_chip *chip, unsigned int line, int value)
{
    struct toy *toy = gpiochip_get_data(chip);
    if (!toy->taken || line == 3)
        violate();
    toy->output = 1;
    return 0;
}
static void toy_set(struct gpio_chip *chip, unsigned int line, int value)
{
    struct toy *toy = gpiochip_get_data(chip);
    if (!toy->taken || line == 3)
        violate();
}
static void toy_free(struct gpio_chip *chip, unsigned int line)
{
    struct toy *toy = gpiochip_get_data(chip);
    if (!toy->taken)
        violate();
#ifdef BUG
    if (!toy->output)
        violate();
#endif
    toy->taken = 0;
    toy->output = 0;
}
static struct gpio_chip chip = {
    .request = toy_request, .free = toy_free, .direction_output = toy_output, .set = toy_set, .ngpio = 8,
};
static int toy_init(void) { return gpiochip_add_data_with_key(&chip, &toy, 0, 0); }
static void toy_exit(void)
{
    gpiochip_remove(&chip);
    toy.taken = 0;
}
module_init(toy_init);
module_exit(toy_exit);
