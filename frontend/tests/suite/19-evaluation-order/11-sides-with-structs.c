// stage: run; models: lp64, ilp32; exit: 21
// Assignments of structs, members and bit-fields with calls on both sides.
#include <stdio.h>
static int trail;
static int t(int k) { trail = trail * 10 + k; return k; }
struct s { int v; struct { int q; } w; unsigned bf : 4; } st[5];
static struct s *p(int k) { t(k); return &st[k]; }
static struct s mk(int k) { t(k); return (struct s){k}; }
#define T(e) do { trail = 0; (void)(e); printf("%d ", trail); } while (0)
int main(void) {
    T(p(1)->v = t(2));
    T(p(1)->v = p(2)->v);
    T(p(1)->w = p(2)->w);
    T(p(1)->bf = t(2));
    T(p(1)->bf += t(2));
    T(*p(1) = mk(2));
    T(*p(1) = *p(2));
    T(*p(1) = (struct s){t(2)});
    T(p(1)->v = mk(2).v);
    puts("");
    printf("%d %d\n", st[1].v, st[1].bf);
    return trail;
}
