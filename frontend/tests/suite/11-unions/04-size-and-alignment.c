// stage: run; models: lp64, ilp32; exit: 8
// Size and alignment of unions of arrays, structs and packed members.
#include <stdio.h>
union a { char c[5]; int i; };
union b { char c[9]; short s; };
union c { struct { char x; long long y; } s; char z[17]; };
union __attribute__((packed)) d { char c[5]; int i; };
int main(void) {
    printf("%d %d %d %d\n", (int)sizeof(union a), (int)sizeof(union b), (int)sizeof(union c), (int)sizeof(union d));
    printf("%d %d %d %d\n", (int)_Alignof(union a), (int)_Alignof(union b), (int)_Alignof(union c), (int)_Alignof(union d));
    union c v;
    v.s.y = 0x4142434445464748LL;
    printf("%c\n", v.z[__builtin_offsetof(union c, s.y)]);
    return sizeof(union a);
}
