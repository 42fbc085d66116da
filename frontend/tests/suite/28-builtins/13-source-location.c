// stage: run; models: lp64, ilp32; exit: 8
// Builtins that tell the place they are written at.
#include <stdio.h>
#include <string.h>
int main(void) {
    printf("%s\n", __builtin_FUNCTION());
    printf("%d\n", strstr(__builtin_FILE(), "13-source-location.c") != 0);
    int line = __builtin_LINE();
    return line;
}
