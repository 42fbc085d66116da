// stage: run; models: lp64, ilp32; exit: 2
// GNU case ranges, with char and negative bounds.
#include <stdio.h>
static int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z':
    case 'A' ... 'Z': case '_': return 2;
    case -100 ... -1: return 3;
    case 1000 ... 2000000000: return 4;
    default: return 0;
    }
}
int main(void) {
    int t[] = {'0', '9', 'a', 'Z', '_', ' ', -1, -100, -101, 1000, 999, 2000000001};
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) printf("%d", kind(t[i]));
    puts("");
    return kind('q');
}
