// stage: run; models: lp64, ilp32; exit: 106
// Duff's device: case labels inside a loop.
#include <stdio.h>
static void copy(char *to, const char *from, int count) {
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}
int main(void) {
    char buf[16];
    for (int len = 1; len < 12; len += 3) {
        for (int i = 0; i < 16; i++) buf[i] = '.';
        copy(buf, "abcdefghijklmno", len);
        printf("%.16s\n", buf);
    }
    return buf[9];
}
