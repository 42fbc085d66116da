// Clocks are prepared before they are enabled, and nothing may sleep while they are enabled; supplies and regulators are asked
// while they are registered. With STAYS, a regulator is not bound to its device.
// proved: --property interrupt
// bug: --property interrupt -D SLEEPS
// proved: --property mutex
// bug: --property mutex -D STAYS
// bug: --property mutex -D SELECTOR
#include "module.h"
typedef _Bool bool;
struct clk;
struct clk_hw;
struct clk_ops { int (*prepare)(struct clk_hw *); int (*enable)(struct clk_hw *); void (*disable)(struct clk_hw *); int (*init)(struct clk_hw *); };
struct clk_init_data { const struct clk_ops *ops; };
struct clk_hw { struct clk *clk; const struct clk_init_data *init; };
int clk_hw_register(struct device *, struct clk_hw *);
void clk_hw_unregister(struct clk_hw *);
struct regmap;
struct regulator_dev;
struct regulator_ops { int (*list_voltage)(struct regulator_dev *, unsigned int); };
struct regulator_desc { const struct regulator_ops *ops; unsigned int n_voltages; int id; };
struct regulator_config { struct device *dev; void *driver_data; struct regmap *regmap; };
struct regulator_dev { const struct regulator_desc *desc; struct device dev; struct regmap *regmap; void *reg_data; };
struct regulator_dev *regulator_register(struct device *, const struct regulator_desc *, const struct regulator_config *);
struct regulator_dev *devm_regulator_register(struct device *, const struct regulator_desc *, const struct regulator_config *);
void *rdev_get_drvdata(struct regulator_dev *);
void msleep(unsigned int);

static int prepared, enabled, power, number = 7;
static int toy_prepare(struct clk_hw *clock)
{
    msleep(1);
    prepared = 1;
    return 0;
}
static int toy_enable(struct clk_hw *clock)
{
    if (!prepared || enabled)
        violate();
#ifdef SLEEPS
    msleep(1);
#endif
    enabled = 1;
    return 0;
}
static void toy_disable(struct clk_hw *clock)
{
    if (!enabled)
        violate();
    enabled = 0;
}
static const struct clk_ops clocks = { .prepare = toy_prepare, .enable = toy_enable, .disable = toy_disable };
static const struct clk_init_data description = { &clocks };
static struct clk_hw clock;

static int toy_list(struct regulator_dev *regulator, unsigned int selector)
{
    use_lock();
    if (!power || *(int *)rdev_get_drvdata(regulator) != 7 || selector > 3)
        violate();
#ifdef SELECTOR
    if (selector == 3)
        violate();
#endif
    return 1000;
}
static const struct regulator_ops voltages = { .list_voltage = toy_list };
static const struct regulator_desc regulator = { .ops = &voltages, .n_voltages = 4 };

static int toy_probe(struct platform_device *device)
{
    struct regulator_config config = { .dev = &device->dev, .driver_data = &number };
    struct regulator_dev *made;
    power = 1;
#ifdef STAYS
    made = regulator_register(&device->dev, &regulator, &config);
#else
    made = devm_regulator_register(&device->dev, &regulator, &config);
#endif
    if ((unsigned long)made > -4096ul)
        return -12;
    clock.init = &description;
    return clk_hw_register(&device->dev, &clock);
}
static int toy_remove(struct platform_device *device)
{
    clk_hw_unregister(&clock);
    prepared = 0;
    enabled = 0;
    power = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
