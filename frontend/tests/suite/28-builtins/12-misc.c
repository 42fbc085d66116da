// stage: run; models: lp64, ilp32; exit: 2
// prefetch, assume_aligned, frame-free oddities and __builtin_trap not reached.
#include <stdio.h>
int main(int argc, char **argv) {
    int v[4] = {1, 2, 3, 4};
    __builtin_prefetch(v);
    __builtin_prefetch(&v[2], 1, 3);
    int *p = __builtin_assume_aligned(v, 4);
    if (argc > 100) __builtin_trap();
    printf("%d\n", p[3]);
    printf("%d\n", __builtin_classify_type(1.0) == __builtin_classify_type(2.5f));
    return p[1];
}
