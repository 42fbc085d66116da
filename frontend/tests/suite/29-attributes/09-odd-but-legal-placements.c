// stage: run; models: lp64, ilp32; exit: 5
// Attributes between every pair of tokens that takes one, as kernel macros put them.
#include <stdio.h>
#define __u __attribute__((__unused__))
#define __al(n) __attribute__((aligned(n)))
extern int fwd(int) __u __attribute__((noinline));
struct __u tag { int __u a __al(8); char b[3] __u; } __al(16) __u var __u = {1, "x"}, __u *vp = &var;
static int __u (__u *fp)(int __u) __u = fwd;
typedef __u int __al(8) T8 __u;
enum __u e { A __u, B __u = 4, } __u ev = B;
int __u fwd(__u int x) { __u int y = x; return y + ev; }
static inline __attribute__((always_inline)) int __u *id(int *__u p) { return p; }
int main(int __u argc, char __u **argv) {
    __u T8 t = 3, *__u p = id(&t);
    struct { __u unsigned f : 3 __u; } __u bits = {9};
    if (t) __attribute__((unused)) lab: ;
    do { __u int k = 1; t += k; } while (0);
    printf("%d %d %d %d %d\n", vp->a, (int)sizeof(struct tag), fp(*p), bits.f, (int)__alignof__(T8));
    return fwd(1);
}
