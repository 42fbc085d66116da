// stage: run; models: lp64, ilp32; exit: 101
// __func__, __FUNCTION__ and __PRETTY_FUNCTION__ are arrays in each function.
#include <stdio.h>
static int helper(void) { printf("%s %d\n", __func__, (int)sizeof __func__); return __FUNCTION__[1]; }
int main(void) {
    printf("%s %s\n", __func__, __PRETTY_FUNCTION__);
    int a = helper();
    {
        const char *p = __func__;
        printf("%d\n", p == __func__);
    }
    return a;
}
