// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// An alias of a variable that is declared before it, and of one that is static.
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern int also __attribute__((alias("value")));
int value = 3;
static int hidden = 4;
extern int shown __attribute__((alias("hidden")));
int main(void)
{
    also = __VERIFIER_nondet_int();
    assert(&also == &value && value == also);
    shown++;
    assert(hidden == 5 + BUG);
    return 0;
}
