// stage: run; models: lp64, ilp32; exit: 0
// Objects with static storage start at zero, whatever their type.
#include <stdio.h>
static int i;
long long ll;
unsigned char uc;
_Bool b;
int arr[4];
struct { int x; char *p; double d; } s;
int *ptr;
double dbl;
int main(void) {
    static short local;
    printf("%d %lld %d %d %d%d%d%d\n", i, ll, uc, b, arr[0], arr[1], arr[2], arr[3]);
    printf("%d %d %.1f %d %.1f %d\n", s.x, s.p == 0, s.d, ptr == 0, dbl, local);
    return i + uc + local;
}
