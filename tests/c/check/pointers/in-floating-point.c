// proved: -D BUG=0
// bug: -D BUG=1
// The bits of a pointer are copied as a floating-point number, and its number is one.
#include <assert.h>
int __VERIFIER_nondet_int(void);
union word {
    double number;
    int *pointer;
};
static int x, y;
int main(void)
{
    union word a, b;
    a.pointer = __VERIFIER_nondet_int() ? &x : &y;
    b.number = a.number;
    *b.pointer = 5;
    assert(x + y == 5);
    if (BUG) {
        double number = (unsigned long)&x;
        *(int *)(unsigned long)number = 7;
        assert(x != 7);
    }
    return 0;
}
