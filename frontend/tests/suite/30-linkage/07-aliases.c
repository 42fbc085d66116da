// stage: run; exit: 0
// Aliases of functions and variables, in chains, before and behind what they name, of static things, weak references.
#include <stdio.h>
#include <stdarg.h>
extern int c(int) __attribute__((alias("b")));
int b(int) __attribute__((alias("a")));
int a(int n) { return n + 1; }
static int hidden(int n) { return n * 2; }
int shown(int) __attribute__((weak, alias("hidden")));
extern int also __attribute__((alias("value")));
int value = 3;
static int inner[3] = { 1, 2, 3 };
extern int outer[3] __attribute__((alias("inner")));
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
static int reference(int) __attribute__((weakref("a")));
static int missing(int) __attribute__((weakref("nowhere")));
extern int absent __attribute__((weak));
int *no_address = &absent;
int main(void)
{
    also = 9;
    outer[1] = 7;
    printf("%d %d %d %d %d\n", c(1), shown(4), value, inner[1], total(3, 1, 2, 3));
    printf("%d %d %d %d\n", a == c, shown == hidden, &also == &value, outer == inner);
    printf("%d %d %d %d\n", reference(5), reference == a, missing == 0, no_address == 0);
    return 0;
}
