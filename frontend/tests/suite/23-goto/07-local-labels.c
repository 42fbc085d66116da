// stage: run; models: lp64, ilp32; exit: 111
// __label__ makes a label local to a block, so macros can use one twice.
#include <stdio.h>
#define FIND(v, n, x) ({ __label__ done; int r_ = -1; \
    for (int i_ = 0; i_ < (n); i_++) if ((v)[i_] == (x)) { r_ = i_; goto done; } done: r_; })
int main(void) {
    int v[] = {5, 6, 7, 8};
    int a = FIND(v, 4, 7), b = FIND(v, 4, 5), c = FIND(v, 4, 1);
    {
        __label__ x, y;
        goto y;
x:      a += 100;
        goto z;
y:      b += 10;
        goto x;
    }
z:
    printf("%d %d %d\n", a, b, c);
    return a + b + c;
}
