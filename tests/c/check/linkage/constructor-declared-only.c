// proved: more/begin.c -D BUG=0
// bug: more/begin.c -D BUG=1
// proved: more/begin.c -D BUG=0 --data-model ilp32
// bug: more/begin.c -D BUG=1 --data-model ilp32
// The attribute counts in the file that defines the function, and not in another one.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int set;
void begin(void) __attribute__((constructor));
int main(void)
{
    assert(set == (__VERIFIER_nondet_int() == 1 ? BUG : 0));
    return 0;
}
