// stage: run; models: lp64, ilp32; exit: 2
// T * x; declares where T is a type and multiplies where it is a variable.
#include <stdio.h>
typedef int T;
static int calls;
static int tick(void) { return ++calls; }
int main(void) {
    int y = 5;
    T * x = &y;
    *x += 1;
    {
        int T = 3, z = 4;
        T * z;
        int r = T * z + tick() * T;
        printf("%d\n", r);
        T * tick();
    }
    printf("%d %d %d\n", *x, y, calls);
    return calls;
}
