// unknown: -D BUG=0
// bug: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// bug: -D BUG=1 --data-model ilp32
// An alias takes as many arguments as the function.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#include <stdarg.h>
int sum(int n, ...)
{
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
int total(int n, ...) __attribute__((alias("sum")));
int main(void)
{
    int n = __VERIFIER_nondet_int() & 15;
    assert(total(2, n, 4) == n + 4 + BUG);
    return 0;
}
