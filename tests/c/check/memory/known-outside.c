// proved: -D BUG=0
// bug: -D BUG=1
// What code outside was given the address of, it may give back: also where the call that gave it does nothing else.
#include <assert.h>
struct device {
    int state;
};
static struct device own;
struct device *find_device(void);
void register_device(struct device *device);
int main(void)
{
    struct device *found;
    if (BUG)
        register_device(&own);
    found = find_device();
    own.state = 1;
    if (found)
        found->state = 5;
    assert(own.state == 1);
    return 0;
}
