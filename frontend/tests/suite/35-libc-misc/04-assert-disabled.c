// stage: run; models: lp64, ilp32; exit: 2
// With NDEBUG, assert does not evaluate its argument.
#define NDEBUG
#include <assert.h>
#include <stdio.h>
int main(void) {
    int n = 0;
    assert(n++ == 5);
    assert(0);
    printf("%d\n", n);
    return n + 2;
}
