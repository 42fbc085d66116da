// stage: run; models: lp64, ilp32; exit: 24
// A typedef shadowed in a block is a type again after it.
#include <stdio.h>
typedef short T;
int main(void) {
    int r = 0;
    for (int T = 0; T < 3; T++) r += T * T;
    T v = (T)70000;
    if (r) {
        T T = 9;
        r += T;
        { typedef char T; r += sizeof(T); }
        r += T;
    }
    T *p = &v;
    printf("%d %d %d\n", r, *p, (int)sizeof(T));
    return r;
}
