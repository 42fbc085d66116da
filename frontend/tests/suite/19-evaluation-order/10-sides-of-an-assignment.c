// stage: run; models: lp64, ilp32; exit: 21
// The right side comes first, unless it is itself a call whose result is stored as it is.
#include <stdio.h>
static int a[5], trail;
static int t(int k) { trail = trail * 10 + k; return k; }
static int *p(int k) { t(k); return &a[k]; }
#define T(e) do { trail = 0; (void)(e); printf("%d ", trail); } while (0)
int main(void) {
    T(a[t(1)] = t(2));
    T(a[t(1)] = -t(2));
    T(a[t(1)] = (char)t(2));
    T(a[t(1)] = a[t(2)]);
    T(*p(1) = *p(2));
    T(*p(1) = t(2) + t(3));
    T(*p(1) = t(2) ? 3 : 4);
    T(*p(1) = t(2) && t(3));
    puts("");
    T(*p(1) = (t(2), 4));
    T(*p(1) = (t(2), t(3)));
    T(*p(1) = *p(2) = t(3));
    T(*p(1) = (*p(2))++);
    T(*p(1) = t(1 + t(2)));
    T(p(1)[t(2)] = t(3));
    T(*p(1) += *p(2));
    T(a[t(1)] -= t(2));
    puts("");
    return trail;
}
