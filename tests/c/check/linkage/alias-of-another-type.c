// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// An alias with another type is the same bytes.
#include <assert.h>
int __VERIFIER_nondet_int(void);

unsigned char bytes[4] = { 1, 2, 3, 4 };
extern int word __attribute__((alias("bytes")));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    word = n;
    assert(bytes[0] == (n & 255) && !(BUG && bytes[3]));
    return 0;
}
