// The use of the pointer has no influence on the assertion, but nothing comes after it if there is no device.
// verdict: proved
// says: no fault
#include <assert.h>
struct device {
    int mode;
};
struct device *find_device(void);
static int opened;

static void open_device(struct device *d)
{
    d->mode = 1;
    opened++;
}

int main(void)
{
    struct device *d = find_device();
    open_device(d);
    if (d == 0)
        assert(0);
    return 0;
}
