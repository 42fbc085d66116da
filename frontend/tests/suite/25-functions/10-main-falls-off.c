// stage: run; models: lp64, ilp32; exit: 0
// Reaching the } of main returns 0.
#include <stdio.h>
static int x;
int main(void) {
    x = 5;
    printf("%d\n", x);
    if (x > 9)
        return 3;
}
