// stage: run; models: lp64, ilp32; exit: 15
// Types of statement expressions: void, decayed arrays, structs, the last statement's value.
#include <stdio.h>
int main(void) {
    char c = 5;
    printf("%d\n", (int)sizeof(({ c; })));
    const char *s = ({ static char buf[4] = "abc"; buf; });
    puts(s);
    int x = ({ int y = 7; y; }) + ({ int y = 8; y; });
    int z = ({ ({ x; }) * 2; });
    double d = ({ float f = 1.5f; f * 2; });
    ({ ; });
    printf("%d %d %g\n", x, z, d);
    return ({ goto done; done: x; });
}
