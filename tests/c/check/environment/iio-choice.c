// What a channel has beside is read with what it says of itself, and set to one of the choices that there are. With LAST, the last
// of them is not expected.
// proved: --property mutex
// bug: --property mutex -D LAST
#include "module.h"
typedef _Bool bool;
struct iio_dev;
struct iio_chan_spec_ext_info {
    const char *name;
    long (*read)(struct iio_dev *, unsigned long, const struct iio_chan_spec *, char *);
    long (*write)(struct iio_dev *, unsigned long, const struct iio_chan_spec *, const char *, size_t);
    unsigned long private;
};
struct iio_chan_spec { int channel; const struct iio_chan_spec_ext_info *ext_info; };
struct iio_enum {
    unsigned int num_items;
    int (*set)(struct iio_dev *, const struct iio_chan_spec *, unsigned int);
    int (*get)(struct iio_dev *, const struct iio_chan_spec *);
};
struct iio_info { int (*read_raw)(struct iio_dev *, const struct iio_chan_spec *, int *, int *, long); };
struct iio_dev {
    struct device dev;
    const struct iio_chan_spec *channels;
    int num_channels;
    const struct iio_info *info;
    void *priv;
};
int __iio_device_register(struct iio_dev *, struct module *);
void iio_device_unregister(struct iio_dev *);

static int power;
static int toy_read(struct iio_dev *device, const struct iio_chan_spec *channel, int *value, int *fraction, long mask)
{
    return 1;
}
static int toy_set(struct iio_dev *device, const struct iio_chan_spec *channel, unsigned int item)
{
    use_lock();
    if (!power)
        violate();
#ifdef LAST
    if (item == 2)
        violate();
#endif
    return 0;
}
static long toy_show(struct iio_dev *device, unsigned long private, const struct iio_chan_spec *channel, char *page)
{
    if (!power || private != 7)
        violate();
    return 0;
}
static const struct iio_enum choice = { .num_items = 3, .set = toy_set };
static const struct iio_chan_spec_ext_info more[] = { { .name = "mode", .read = toy_show, .private = 7 }, { 0 } };
static const struct iio_chan_spec channels[] = { { 0, more }, { 1 } };
static const struct iio_info info = { .read_raw = toy_read };
static struct iio_dev device = { .channels = channels, .num_channels = 2, .info = &info };
static int toy_init(void)
{
    int status;
    power = choice.num_items != 0;
    status = __iio_device_register(&device, 0);
    return status;
}
static void toy_exit(void)
{
    iio_device_unregister(&device);
    power = 0;
}
module_init(toy_init);
module_exit(toy_exit);
