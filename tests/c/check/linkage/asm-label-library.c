// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A name whose symbol is that of the library is the library's; a name of the library's whose symbol is another is not.
#include <assert.h>
int __VERIFIER_nondet_int(void);

void stop(int) __asm__("exit");
int real(const char *s) { return 3; }
int atoi(const char *) __asm__("real");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(atoi("5") == 3 + (BUG && n == 3));
    if (n == 4)
        stop(0);
    assert(n != 4);
    return 0;
}
