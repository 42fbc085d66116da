// stage: run; models: lp64, ilp32; exit: 200
// __LINE__, #line and __COUNTER__.
#include <stdio.h>
int main(void) {
    printf("%d\n", __LINE__);
#line 100 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    int a = __COUNTER__, b = __COUNTER__;
    printf("%d\n", b - a);
#line 200
    return __LINE__;
}
