// bug: -D BUG=1
// A function with a variable number of arguments sums them.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);
static int sum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
static void store(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int *p = va_arg(ap, int *);
    *p = n;
    va_end(ap);
}
int main(void)
{
    int x = 0, k = __VERIFIER_nondet_int() & 1;
    store(4, &x);
    assert(x == 4);
    assert(sum(2 + k, 1, 2, 3) == (k ? 6 : 3 + BUG));
    return 0;
}
