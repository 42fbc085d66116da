// Channels are read and written while a device is registered, and its buffer is filled between its start and its stop; both at
// once only where the driver allows it. With STAYS, what reading needs goes without the device; with CLAIM, reading does not
// ask whether a buffer is in use.
// proved: --property mutex
// bug: --property mutex -D STAYS
// bug: --property mutex -D CLAIM
#include "module.h"
typedef _Bool bool;
struct iio_dev;
struct iio_chan_spec { int channel; };
struct iio_info {
    int (*read_raw)(struct iio_dev *, const struct iio_chan_spec *, int *, int *, long);
    int (*update_scan_mode)(struct iio_dev *, const unsigned long *);
};
enum iio_buffer_direction { IN, OUT };
struct attribute;
struct iio_buffer_setup_ops {
    int (*preenable)(struct iio_dev *);
    int (*postenable)(struct iio_dev *);
    int (*predisable)(struct iio_dev *);
    int (*postdisable)(struct iio_dev *);
};
struct iio_trigger;
struct iio_dev {
    struct device dev;
    struct iio_trigger *trig;
    const unsigned long *active_scan_mask;
    const struct iio_chan_spec *channels;
    int num_channels;
    const struct iio_info *info;
    const struct iio_buffer_setup_ops *setup_ops;
    void *priv;
};
struct iio_poll_func { struct iio_dev *indio_dev; };
struct iio_dev *devm_iio_device_alloc(struct device *, int);
int __iio_device_register(struct iio_dev *, struct module *);
void iio_device_unregister(struct iio_dev *);
int devm_iio_triggered_buffer_setup_ext(struct device *, struct iio_dev *, irqreturn_t (*)(int, void *),
                                        irqreturn_t (*)(int, void *), enum iio_buffer_direction,
                                        const struct iio_buffer_setup_ops *, const struct attribute **);
int iio_device_claim_direct_mode(struct iio_dev *);
void iio_device_release_direct_mode(struct iio_dev *);

static int power, streaming;

static int toy_read(struct iio_dev *device, const struct iio_chan_spec *channel, int *value, int *fraction, long mask)
{
    int status;
#ifndef CLAIM
    status = iio_device_claim_direct_mode(device);
    if (status)
        return status;
#endif
    use_lock();
    if (!power || streaming)
        violate();
#ifndef CLAIM
    iio_device_release_direct_mode(device);
#endif
    *value = 1;
    return 1;
}
static int toy_start(struct iio_dev *device)
{
    streaming = 1;
    return 0;
}
static int toy_stop(struct iio_dev *device)
{
    streaming = 0;
    return 0;
}
static irqreturn_t toy_fill(int irq, void *data)
{
    if (!streaming || !power)
        violate();
    return 1;
}
static const struct iio_chan_spec channels[] = { { 0 }, { 1 } };
static const struct iio_buffer_setup_ops setup = { .preenable = toy_start, .postdisable = toy_stop };
static const struct iio_info info = { .read_raw = toy_read };

static int toy_probe(struct platform_device *pdev)
{
    struct iio_dev *device = devm_iio_device_alloc(&pdev->dev, 8);
    int status;
    if (!device)
        return -12;
    device->channels = channels;
    device->num_channels = 2;
    device->info = &info;
    pdev->dev.driver_data = device;
    status = devm_iio_triggered_buffer_setup_ext(&pdev->dev, device, 0, toy_fill, IN, &setup, 0);
    if (status)
        return status;
    power = 1;
    return __iio_device_register(device, 0);
}
static int toy_remove(struct platform_device *pdev)
{
    struct iio_dev *device = pdev->dev.driver_data;
#ifndef STAYS
    iio_device_unregister(device);
#endif
    power = 0;
    return 0;
}
static struct platform_driver driver = { .probe = toy_probe, .remove = toy_remove };
static int toy_init(void) { return __platform_driver_register(&driver, 0); }
static void toy_exit(void) { platform_driver_unregister(&driver); }
module_init(toy_init);
module_exit(toy_exit);
