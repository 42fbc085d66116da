// stage: run; models: lp64, ilp32; exit: 24
// A label may be named like a variable, a type or a function.
#include <stdio.h>
typedef int num;
static int f(int i) {
    num n = 0;
n:  n++;
    if (n < 3) goto n;
num: n *= 2;
    if (n < 20) goto num;
i:  if (i-- > 0) { n++; goto i; }
    goto f;
f:
    return n;
}
int main(void) {
    printf("%d\n", f(4));
    return f(0);
}
