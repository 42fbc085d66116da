// Firmware that was asked for comes later, once, or null in its place.
// proved: --property mutex
// bug: --property mutex -D THERE
// bug: --property mutex -D TWICE
#include "module.h"
typedef _Bool bool;
struct firmware { size_t size; const unsigned char *data; };
int request_firmware_nowait(struct module *, bool, const char *, struct device *, gfp_t, void *,
                            void (*)(const struct firmware *, void *));
static int came, number = 7;
static void toy_loaded(const struct firmware *firmware, void *context)
{
    use_lock();
    if (*(int *)context != 7)
        violate();
#ifdef THERE
    if (!firmware)
        violate();
#endif
    if (came)
        violate();
#ifndef TWICE
    came = 1;
#endif
}
static int toy_init(void)
{
    int status = request_firmware_nowait(0, 1, "toy", 0, 0, &number, toy_loaded);
#ifdef TWICE
    came = status == 0;
#endif
    return status;
}
static void toy_exit(void) {}
module_init(toy_init);
module_exit(toy_exit);
