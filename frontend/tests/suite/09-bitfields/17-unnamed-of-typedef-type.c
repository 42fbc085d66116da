// stage: run; models: lp64, ilp32; exit: 0
// Fields without a name whose type is a typedef's name: padding, and no labels.
#include <stdio.h>
#include <string.h>
typedef int s32;
typedef unsigned char u8;
struct wide { int a; s32:32; int b; s32 : 0; u8 c; };
struct mixed { u8 x : 3, : 2, y : 3; const u8 : 4; volatile s32 : 8, z : 4; };
union u { s32 : 16; u8 v; };
int main(void) {
    struct wide w = {1, 2, 3};
    struct mixed m = {5, 6, 7};
    unsigned char bytes[sizeof m];
    memset(&m, 0, sizeof m);
    m.x = 5, m.y = 6, m.z = -3;
    memcpy(bytes, &m, sizeof m);
    for (unsigned i = 0; i < sizeof bytes; i++) printf("%02x ", bytes[i]);
    printf("\n%d %d %d\n", w.a, w.b, w.c);
    printf("%zu %zu %zu\n", sizeof(struct wide), sizeof(struct mixed), sizeof(union u));
    printf("%zu %zu\n", __builtin_offsetof(struct wide, b), __builtin_offsetof(struct wide, c));
    goto s32;
s32:
    return 0;
}
