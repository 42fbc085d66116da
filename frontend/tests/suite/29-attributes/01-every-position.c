// stage: run; models: lp64, ilp32; exit: 5
// Attributes before, inside and after declarators.
#include <stdio.h>
__attribute__((unused)) static int a = 1;
static __attribute__((unused)) int b = 2;
static int __attribute__((unused)) c = 3;
static int d __attribute__((unused)) = 4;
static int e __attribute__((unused)), __attribute__((unused)) f = 6;
static int *__attribute__((unused)) g = &a;
static int __attribute__((noinline)) *h(void) { return &b; }
static int (__attribute__((unused)) i)(int x __attribute__((unused)), int __attribute__((unused)) y) { return x + y; }
static void __attribute__((unused, cold)) k(void) __attribute__((noinline));
static void k(void) {}
int main(void) {
    int z __attribute__((aligned(8))) = 5, arr[2] __attribute__((unused)) = {7, 8};
    for (int q __attribute__((unused)) = 0; q < 1; q++) z += q;
    printf("%d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, *g, *h(), i(1, arr[1]));
    return z;
}
