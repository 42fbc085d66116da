// stage: run; models: lp64, ilp32; exit: 6
// Nested conditionals, conditionals as operands, pointers of mixed kinds.
#include <stdio.h>
static const char *size(int n) { return n < 10 ? "small" : n < 100 ? "medium" : n < 1000 ? "large" : "huge"; }
int main(void) {
    printf("%s %s %s %s\n", size(5), size(50), size(500), size(5000));
    int a = 1, b = 0, x = 3, y = 4;
    int r = a ? b ? 1 : 2 : 3;
    *(a ? &x : &y) = 30;
    *(b ? &x : &y) += 1;
    void *v = a ? (void *)&x : &y;
    printf("%d %d %d %d\n", r, x, y, *(int *)(b ? 0 : v));
    a ? (void)(x = 1) : (void)(y = 1);
    return (a ? x : y) + (b ? x : y);
}
