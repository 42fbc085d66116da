// stage: run; models: lp64, ilp32; exit: 63
// Each cast of a chain converts from the type before it.
#include <stdio.h>
int main(void) {
    int x = 0x12348765;
    printf("%d %d\n", (short)x, (unsigned short)x);
    printf("%lld %lld\n", (long long)(short)x, (long long)(unsigned short)x);
    printf("%llu\n", (unsigned long long)(signed char)0x80);
    printf("%llu\n", (unsigned long long)(unsigned)-1);
    printf("%u\n", (unsigned)(unsigned char)(signed char)-2);
    printf("%d\n", (int)(char)(short)0x1ff80);
    return (unsigned char)(short)-1 & 0x3f;
}
