// stage: run; models: lp64, ilp32; exit: 17
// A weak function without a definition has a null address.
#include <stdio.h>
extern int missing(void) __attribute__((weak));
extern int data __attribute__((weak));
int main(void) {
    if (missing) return missing();
    printf("%d %d\n", missing == 0, &data == 0);
    int (*p)(void) = missing;
    return p ? 1 : 17;
}
