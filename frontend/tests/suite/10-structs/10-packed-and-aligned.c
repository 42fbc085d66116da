// stage: run; models: lp64, ilp32; exit: 8
// packed with aligned(2), pragma pack push and pop.
#include <stddef.h>
#include <stdio.h>
struct __attribute__((packed, aligned(2))) a { char c; int x; char d; };
#pragma pack(push, 1)
struct b { char c; long long x; short s; };
#pragma pack(2)
struct c { char c; int x; };
#pragma pack(pop)
struct d { char c; int x; };
int main(void) {
    printf("%d %d\n", (int)sizeof(struct a), (int)offsetof(struct a, x));
    printf("%d %d\n", (int)sizeof(struct b), (int)offsetof(struct b, s));
    printf("%d %d\n", (int)sizeof(struct c), (int)offsetof(struct c, x));
    struct b v = {1, -1, 2};
    printf("%lld %d\n", v.x, v.s);
    return (int)sizeof(struct d);
}
