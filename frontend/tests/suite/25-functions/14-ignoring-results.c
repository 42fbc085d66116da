// stage: run; models: lp64, ilp32; exit: 25
// Results may be ignored or cast away, also of struct type.
#include <stdio.h>
struct s { int v[6]; };
static int n;
static int inc(void) { return ++n; }
static struct s mk(void) { n += 10; return (struct s){{n}}; }
int main(void) {
    inc();
    (void)inc();
    mk();
    (void)mk().v[0];
    n ? inc() : 0;
    inc(), inc();
    printf("%d\n", n);
    return n;
}
