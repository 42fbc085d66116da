// proved: -D BUG=0
// bug: -D BUG=1
// proved: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// A function of the program that is called as builtins are.
#include <assert.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

static int counter;
static int __atomic_add_unless(int *v, int a, int u)
{
    int old = *v;
    if (old != u)
        *v += a;
    return old;
}
static int __sync_own(int n) { return n; }
int __builtin_own(int n) { return n + 1; }
int main(void)
{
    int n = __VERIFIER_nondet_int() & 7;
    counter = n;
    __atomic_add_unless(&counter, 1, 5);
    assert(counter == (n == 5 ? 5 : n + 1) + (BUG && n == 3));
    assert(__sync_own(n) == n && __builtin_own(n) == n + 1);
    return 0;
}
