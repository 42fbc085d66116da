// stage: run; models: lp64, ilp32; exit: 4
// __extension__, redundant parentheses, unary plus, casts to void.
#include <stdio.h>
int main(void) {
    int x = __extension__ 5;
    int y = (((x)))+(((2)));
    (void)x;
    (void)(x++);
    ((x)) = ((x)) + 1;
    (*(&(y)))++;
    __extension__ long long z = 1;
    z = __extension__ ({ (long long)x + y; });
    printf("%d %d %lld %d\n", x, y, z, +(-(+x)));
    return __real__ 3 + (int)sizeof(__extension__ (char)1);
}
