// verdict: proved
// says: no fault: d != (struct device *)0 at null-pointer.c:13
#include <assert.h>
struct device {
    int mode;
    int speed;
};
struct device *find_device(void);

int main(void)
{
    struct device *d = find_device();
    d->mode = 3;
    if (!d)
        assert(0);
    assert(d->mode == 3);
    return 0;
}
