// stage: run; models: lp64, ilp32; exit: 2
// ints, doubles, pointers and long longs in one list.
#include <stdarg.h>
#include <stdio.h>
static void show(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++)
        switch (*f) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'l': printf("%lld ", va_arg(ap, long long)); break;
        case 'p': printf("%d ", *va_arg(ap, int *)); break;
        }
    va_end(ap);
    puts("");
}
int main(void) {
    int x = 77;
    show("idslp", -1, 2.5, "str", 1LL << 40, &x);
    show("dddddddddiiiiiiii", .5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 1, 2, 3, 4, 5, 6, 7, 8);
    return 2;
}
