// stage: run; models: lp64, ilp32; exit: 20
// Differences of label addresses in a static table.
#include <stdio.h>
static int f(int k) {
    static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    goto *(&&a + off[k]);
a:  return 10;
b:  return 20;
c:  return 30;
}
int main(void) {
    printf("%d %d %d\n", f(0), f(1), f(2));
    return f(1);
}
