// proved: -D BUG=0
// bug: -D BUG=1
// What is printed into a member leaves the others as they are.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
struct device {
    char name[16];
    int mode;
};
int main(void)
{
    struct device d;
    d.mode = __VERIFIER_nondet_int() ? 3 : 4;
    snprintf(d.name, sizeof d.name, "device %d", __VERIFIER_nondet_int());
    assert(d.mode == 3 + BUG || d.mode == 4);
    return 0;
}
