// stage: run; models: lp64, ilp32; exit: 1
// memset sets bytes; the value is converted to unsigned char.
#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned v[2];
    memset(v, 0x1ab, sizeof v);
    printf("%x\n", v[0]);
    memset(v, -1, sizeof v[0]);
    printf("%d %x\n", (int)v[0], v[1]);
    short h[4];
    memset(h, 1, sizeof h);
    char s[8];
    ((char *)memset(s, 'z', 7))[1] = 'y';
    s[7] = 0;
    printf("%d %s\n", h[3], s);
    return h[0] & 0xff;
}
