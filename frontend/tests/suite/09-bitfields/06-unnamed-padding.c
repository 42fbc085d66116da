// stage: run; models: lp64, ilp32; exit: 7
// Unnamed fields only take space; initialisers skip them.
#include <stdio.h>
#include <string.h>
struct reg { unsigned en : 1; unsigned : 3; unsigned mode : 4; unsigned : 8; unsigned div : 16; };
int main(void) {
    struct reg r = {1, 9, 0xbeef};
    unsigned w;
    memcpy(&w, &r, 4);
    printf("%x %d %x\n", r.en, r.mode, r.div);
    printf("%x\n", w & 0xffff00f1);
    w = 0x12345678;
    memcpy(&r, &w, 4);
    printf("%x %x %x\n", r.en, r.mode, r.div);
    return r.mode;
}
