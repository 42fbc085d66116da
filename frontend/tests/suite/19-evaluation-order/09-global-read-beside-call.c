// stage: run; models: lp64, ilp32; exit: 11
// A variable read beside a call that changes it: gcc swaps the operands of some operators.
#include <stdio.h>
static int x, a[4];
static int g(void) { x += 10; return x; }
static int two(int p, int q) { return p * 1000 + q; }
static int from(int start) { return x = start; }
int main(void) {
    from(1); printf("%d ", x + g());
    from(1); printf("%d ", g() + x);
    from(1); printf("%d ", x - g());
    from(1); printf("%d ", x * 2 + g());
    from(1); printf("%d ", (x + 1) * g());
    from(1); printf("%d ", x < g());
    from(1); printf("%d ", x | g() << 1);
    from(1); printf("%d ", two(x, g()));
    from(1); printf("%d\n", two(g(), x));
    from(1); x = x + g(); printf("%d ", x);
    from(1); x += g(); printf("%d ", x);
    from(1); x -= g() * 2; printf("%d ", x);
    from(1); a[x & 3] = g(); printf("%d %d\n", a[1], a[3]);
    return x;
}
