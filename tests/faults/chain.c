// Pointers that lead on must lead somewhere too, in code that has no influence on the assertion.
// verdict: bug
// says: speed() returns 77
// not: left out
#include <assert.h>
struct device {
    int mode;
    struct device *parent;
};
struct device *find_device(void);
int speed(void);

int main(void)
{
    struct device *d = find_device();
    d->parent->parent->mode = 4;
    assert(speed() != 77);
    return 0;
}
