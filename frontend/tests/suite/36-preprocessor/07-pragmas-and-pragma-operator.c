// stage: run; models: lp64, ilp32; exit: 6
// Pragmas, _Pragma and line splices do not disturb the code around them.
#include <stdio.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused"
_Pragma("GCC diagnostic ignored \"-Wall\"")
static int f(int x) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        _Pragma("GCC diagnostic push")
        x += i;
        _Pragma("GCC diagnostic pop")
    }
    return x;
}
#pragma GCC diagnostic pop
#pragma once_upon_a_time
int main(void) {
    printf("%d\n", f(1));
    return f(0);
}
