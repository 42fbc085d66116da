// stage: run; models: lp64, ilp32; exit: 1
// Unions by value through functions and pointers to their members.
#include <stdio.h>
union u { long long ll; int i[2]; };
static union u swap(union u x) { int t = x.i[0]; x.i[0] = x.i[1]; x.i[1] = t; return x; }
static void bump(int *p) { ++*p; }
int main(void) {
    union u x = {.ll = 0x100000002LL};
    union u y = swap(x);
    printf("%llx %llx\n", x.ll, y.ll);
    bump(&y.i[1]);
    printf("%llx %x\n", y.ll, swap(swap(y)).i[1]);
    return y.i[0];
}
