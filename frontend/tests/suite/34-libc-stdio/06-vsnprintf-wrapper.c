// stage: run; models: lp64, ilp32; exit: 39
// A formatting wrapper over vsnprintf building a buffer piecewise.
#include <stdarg.h>
#include <stdio.h>
struct sb { char b[40]; int n; };
static void add(struct sb *s, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int k = vsnprintf(s->b + s->n, sizeof s->b - s->n, f, ap);
    va_end(ap);
    s->n += k;
    if (s->n > (int)sizeof s->b - 1) s->n = sizeof s->b - 1;
}
int main(void) {
    struct sb s = {.n = 0};
    add(&s, "%d", 1);
    add(&s, ",%s,", "two");
    add(&s, "%c%04x", '3', 0x44);
    puts(s.b);
    add(&s, "%s", "............................................");
    puts(s.b);
    return s.n;
}
