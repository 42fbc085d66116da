// stage: run; models: lp64, ilp32; exit: 8
// GNU range designators, overlapping later ones win.
#include <stdio.h>
static const unsigned char cls[256] = {['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 2, ['e'] = 3, [250 ... 255] = 9};
int main(void) {
    int v[] = {[0 ... 3] = 5, [2] = 7, [6 ... 8] = -1};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf("%d ", v[i]);
    puts("");
    int sum = 0;
    for (int i = 0; i < 256; i++) sum += cls[i];
    printf("%d %d %d\n", sum, cls['e'], cls['_']);
    struct { int a; char b[2]; } m[4] = {[1 ... 2] = {8, "x"}};
    return m[2].a + m[1].b[0] - 'x' + m[3].a;
}
