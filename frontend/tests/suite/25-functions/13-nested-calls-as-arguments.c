// stage: run; models: lp64, ilp32; exit: 34
// Calls inside calls, results of different types.
#include <stdio.h>
static double avg(int a, int b) { return (a + b) / 2.0; }
static int rnd(double d) { return (int)(d + 0.5); }
static const char *plural(int n) { return n == 1 ? "" : "s"; }
static char first(const char *s) { return s[0]; }
int main(void) {
    printf("%d\n", rnd(avg(rnd(avg(1, 2)), rnd(avg(3, 4)))));
    printf("item%s item%s\n", plural(1), plural(rnd(1.6)));
    printf("%d %c\n", first(plural(2)), first(plural(2)));
    return rnd(avg(rnd(2.5), first("A")));
}
