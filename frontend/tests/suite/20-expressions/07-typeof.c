// stage: run; models: lp64, ilp32; exit: 1
// typeof of types and expressions, in declarations and casts.
#include <stdio.h>
#define swap(a, b) do { typeof(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
static int fn(double d) { return (int)d; }
int main(void) {
    int a = 1, n = 0, arr[3] = {1, 2, 3};
    typeof(a) b = 2;
    __typeof__(int *) p = &a;
    typeof(*p) c = 3;
    typeof(arr) arr2 = {4, 5, 6};
    typeof(arr[n++]) d = 9;
    typeof(fn) *f = fn;
    typeof(&arr[0]) q = arr2;
    typeof(1 ? (char)1 : 2) e = 300;
    const typeof(a) k = 5;
    swap(a, b);
    printf("%d %d %d %d %d %d %d %d %d %d\n", a, b, c, arr2[2], d, n, f(2.5), q[1], e, k);
    return (typeof((char)0))511 + 2;
}
