// proved: -D BUG=0
// bug: -D BUG=1
// A packed structure: members lie across what others align.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct __attribute__((packed)) p { char a; int b; short c; };
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct p x = { 1, 2, 3 };
    char *bytes = (char *)&x;
    assert(sizeof x == 7);
    bytes[1] = 5;
    assert(x.b == 5);
    x.b = -1;
    assert(x.a == 1 && x.c == 3);
    assert(bytes[4] == -1 && bytes[5] == 3 + BUG);
    return 0;
}
