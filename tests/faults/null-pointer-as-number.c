// verdict: proved
// says: no fault: at >= 4096ul at null-pointer-as-number.c:15
// CIL writes accesses to members so.
#include <assert.h>
struct device {
    int mode;
    int speed;
};
struct device *find_device(void);

int main(void)
{
    struct device *d = find_device();
    unsigned long at = (unsigned long)d + 4;
    *(int *)at = 3;
    if (!d)
        assert(0);
    return 0;
}
