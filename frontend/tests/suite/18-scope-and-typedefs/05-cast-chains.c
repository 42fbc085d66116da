// stage: run; models: lp64, ilp32; exit: 252
// Chains of casts by typedef names followed by unary operators.
#include <stdio.h>
typedef unsigned char u8;
typedef signed char s8;
typedef unsigned int u32;
typedef long long s64;
int main(void) {
    int x = -3, *p = &x, **pp = &p;
    printf("%d %d\n", (u8)(s8)-x, (s8)(u8)~x);
    printf("%lld %lld\n", (s64)(u32)x, (s64)(u32)(u8)x);
    printf("%d %d\n", (u8)**pp, (u8)-**pp);
    printf("%lld\n", (s64)(u32)-1 + (s64)-1);
    printf("%d\n", (u8)!x + (u8)!!x);
    printf("%u\n", (u32)-(s8)(u8)200);
    printf("%lld\n", (s64)x * (s64)-x & (s64)0xff);
    return (u8)(x)-(u8)(1);
}
