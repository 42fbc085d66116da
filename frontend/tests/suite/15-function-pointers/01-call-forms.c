// stage: run; models: lp64, ilp32; exit: 7
// f(x), (*f)(x), (**f)(x), (&f)(x) all call.
#include <stdio.h>
static int inc(int x) { return x + 1; }
int main(void) {
    int (*p)(int) = inc, (*q)(int) = &inc;
    printf("%d %d %d %d\n", p(1), (*p)(2), (***p)(3), (&inc)(4));
    printf("%d %d %d\n", p == q, p == inc, p != 0);
    printf("%d\n", (p ? p : q)(9));
    return (inc)(6);
}
