// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// Tables that the linker makes of variables in a section are not followed.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int a __attribute__((section("numbers"), used)) = 1;
static int b __attribute__((section("numbers"), used)) = 2;
extern int __start_numbers[], __stop_numbers[];
int main(void)
{
    int sum = 0;
    for (int *p = __start_numbers; p < __stop_numbers; p++)
        sum += *p;
    assert(sum == 3 - BUG);
    return 0;
}
