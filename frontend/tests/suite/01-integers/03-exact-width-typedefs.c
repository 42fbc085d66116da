// stage: run; models: lp64, ilp32; exit: 38
// stdint.h: exact widths, wrap-around when stored.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    uint8_t a = 300 & 0xff;
    int8_t b = (int8_t)200;
    uint16_t c = (uint16_t)70000;
    int16_t d = (int16_t)40000;
    int32_t e = (int32_t)3000000000u;
    uint64_t f = UINT64_C(0xfedcba9876543210);
    printf("%u %d %u %d %d %llx\n", a, b, c, d, e, (unsigned long long)f);
    a += 250;
    printf("%u %d\n", a, (int)(sizeof(intptr_t) == sizeof(void *)));
    return a;
}
