// stage: run; models: lp64, ilp32; exit: 96
// aligned(n) on members, types and variables changes layout.
#include <stddef.h>
#include <stdio.h>
struct a { char c; int x __attribute__((aligned(16))); char d; };
struct __attribute__((aligned(32))) b { char c; };
typedef int aint __attribute__((aligned(8)));
struct c { char c; aint x; };
_Alignas(64) static char buf[3];
struct d { char c; _Alignas(8) char e; };
int main(void) {
    printf("%d %d %d\n", (int)sizeof(struct a), (int)offsetof(struct a, x), (int)offsetof(struct a, d));
    printf("%d %d %d\n", (int)sizeof(struct b), (int)sizeof(struct c), (int)sizeof(struct d));
    printf("%d %d\n", (int)_Alignof(struct a), (int)_Alignof(struct b));
    printf("%d\n", (int)((unsigned long)buf % 64));
    return (int)sizeof(struct b[3]);
}
