// stage: run; models: lp64, ilp32; exit: 224
// A register seen whole and by fields through a union.
#include <stdio.h>
union reg {
    unsigned w;
    struct { unsigned lo : 8, mid : 12, hi : 12; } f;
    unsigned five : 5;
};
int main(void) {
    union reg r = {.w = 0xdeadbeef};
    printf("%x %x %x %x\n", r.f.lo, r.f.mid, r.f.hi, r.five);
    r.f.mid = 0x123;
    printf("%x\n", r.w);
    r.five = 0;
    printf("%x %d\n", r.w, (int)sizeof r);
    return r.f.lo;
}
