// stage: run; models: lp64, ilp32; exit: 12
// static inline, extern inline with gnu_inline, always_inline and noinline.
#include <stdio.h>
static inline int a(int x) { return x + 1; }
inline int b(int x);
extern inline int b(int x) { return x + 2; }
static inline __attribute__((always_inline)) int c(int x) { return a(x) * 2; }
static __attribute__((noinline)) int d(int x) { return c(x) - 1; }
static __inline__ int e(int x) { return x; }
static __inline int f(int x) { return -x; }
int main(void) {
    printf("%d %d %d %d %d %d\n", a(1), b(1), c(1), d(1), e(1), f(1));
    int (*p)(int) = b;
    return p(10);
}
