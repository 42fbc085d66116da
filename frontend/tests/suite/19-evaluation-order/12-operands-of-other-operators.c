// stage: run; models: lp64, ilp32; exit: 142
// Subscripts, pointer differences, comparisons and increments with effects on both sides.
#include <stdio.h>
static int a[6], trail;
static int t(int k) { trail = trail * 10 + k; return k; }
static int *p(int k) { t(k); return &a[k]; }
static int f(int x, int y) { return x + y; }
#define T(e) do { trail = 0; (void)(e); printf("%d ", trail); } while (0)
int main(void) {
    T(p(1)[t(2)]);
    T(t(2)[p(1)]);
    T(p(2) - p(1));
    T(p(2) > p(1));
    T((t(1) == t(2)) != (t(3) == t(4)));
    T(a[t(1)]++ + t(2));
    T(t(1) + a[t(2)]);
    T((*p(1))++ - (*p(2))--);
    T((t(1) ? f : 0)(t(2), t(3)));
    T(f(t(1), f(t(2), t(3))) + t(4));
    puts("");
    return trail & 0xff;
}
