// stage: run; models: lp64, ilp32; exit: 7
// Qualified and repeated type names, const arrays, register and auto storage classes.
#include <stdio.h>
typedef const int cint;
typedef int row[3];
int main(void) {
    const cint a = 4;
    const row r = {1, 2, 3};
    register int i = 2;
    auto int j = 3;
    const int *const volatile p = r + i;
    restrict_: ;
    int *restrict q = &j;
    *q += a;
    static const volatile unsigned k = 9;
    printf("%d %d %u %d\n", *p, j, k, _Generic(&r[0], const int *: 1, int *: 2));
    return j;
}
