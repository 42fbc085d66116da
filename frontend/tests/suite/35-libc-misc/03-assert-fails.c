// stage: run; models: lp64, ilp32; exit: 134
// A failing assert aborts; a passing one does nothing.
#include <assert.h>
#include <stdio.h>
static int half(int x) { assert(x % 2 == 0); return x / 2; }
int main(void) {
    printf("%d\n", half(4));
    fflush(stdout);
    return half(3);
}
