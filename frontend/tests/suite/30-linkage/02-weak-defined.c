// stage: run; models: lp64, ilp32; exit: 31
// A weak definition is used when there is no strong one.
#include <stdio.h>
int __attribute__((weak)) hook(int x) { return x + 1; }
__attribute__((weak)) int setting = 30;
#pragma weak other
int other(void) { return 4; }
int main(void) {
    printf("%d %d %d\n", hook(1), setting, other());
    return hook(setting);
}
