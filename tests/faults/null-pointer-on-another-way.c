// verdict: bug
// says: find_device() returns NULL
// not: left out
#include <assert.h>
struct device {
    int mode;
};
struct device *find_device(void);

int main(void)
{
    struct device *d = find_device();
    if (d)
        d->mode = 1;
    assert(d != 0);
    return 0;
}
