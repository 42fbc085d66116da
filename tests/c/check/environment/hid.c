// A device reports after probe has started it, until it is stopped; inputs are made while it starts. With LATE, what reports
// need is made after probe, by nothing.
// proved: --property mutex
// bug: --property mutex -D LATE
// bug: --property mutex -D MAPPED
#include "module.h"
struct hid_device_id { unsigned int vendor; };
struct hid_device { struct device dev; };
struct hid_report { unsigned int id; };
struct hid_field;
struct hid_usage;
struct hid_input { struct hid_report *report; };
struct hid_driver {
    const struct hid_device_id *id_table;
    int (*probe)(struct hid_device *, const struct hid_device_id *);
    void (*remove)(struct hid_device *);
    int (*raw_event)(struct hid_device *, struct hid_report *, unsigned char *, int);
    int (*input_configured)(struct hid_device *, struct hid_input *);
};
int __hid_register_driver(struct hid_driver *, struct module *, const char *);
void hid_unregister_driver(struct hid_driver *);
int hid_open_report(struct hid_device *);
int hid_hw_start(struct hid_device *, unsigned int);
void hid_hw_stop(struct hid_device *);

static int buffer, configured;

static int toy_probe(struct hid_device *device, const struct hid_device_id *id)
{
    int status = hid_open_report(device);
    configured = 0;
    if (status)
        return status;
    status = hid_hw_start(device, 1);
    if (status)
        return status;
#ifdef MAPPED
    if (configured)
        violate();
#endif
#ifndef LATE
    buffer = 1;
#endif
    return 0;
}
static int toy_configured(struct hid_device *device, struct hid_input *input)
{
    configured = 1;
    return 0;
}
static int toy_event(struct hid_device *device, struct hid_report *report, unsigned char *data, int size)
{
    use_lock();
    if (!buffer || size < 0)
        violate();
    return 0;
}
static void toy_remove(struct hid_device *device)
{
    hid_hw_stop(device);
    buffer = 0;
}
static const struct hid_device_id ids[] = { { 7 }, { 0 } };
static struct hid_driver driver = {
    .id_table = ids, .probe = toy_probe, .remove = toy_remove, .raw_event = toy_event, .input_configured = toy_configured,
};
static int toy_init(void) { return __hid_register_driver(&driver, 0, "toy"); }
static void toy_exit(void) { hid_unregister_driver(&driver); }
module_init(toy_init);
module_exit(toy_exit);
