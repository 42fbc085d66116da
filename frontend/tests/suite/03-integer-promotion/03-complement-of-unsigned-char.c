// stage: run; models: lp64, ilp32; exit: 240
// ~ of an unsigned char is a negative int; shifting it right keeps ones.
#include <stdio.h>
int main(void) {
    unsigned char port = 0x5a;
    unsigned char r1 = (~port) >> 4;
    unsigned char r2 = (unsigned char)(~port) >> 4;
    printf("%d %d %d\n", r1, r2, ~port);
    if (~port == (unsigned char)~port) puts("same"); else puts("differ");
    return r1 - r2;
}
