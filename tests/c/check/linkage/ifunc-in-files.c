// proved: more/add.c -D BUG=0
// bug: more/add.c -D BUG=1
// Other files call it as they call others; a pointer to it leads to the same.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int add(int);
int main(void)
{
    int n = __VERIFIER_nondet_int() & 255;
    int (*p)(int) = add;
    assert(add(n) == n + 2 && p(n) == n + 2 + (BUG && n == 3));
    return 0;
}
