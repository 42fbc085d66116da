// stage: run; models: lp64, ilp32; exit: 7
// A parameter may take a typedef's name; the rest of the list and the body see the variable.
#include <stdio.h>
typedef int T;
typedef unsigned char B;
static int f(T T, int y) { return T * y; }
static int g(int B, char buf[sizeof(B)]) { return (B)+buf[0]; }
static int h(T(x)) { return x + 1; }
static T k(T) ;
static T k(T t) { return (T)t; }
int main(void) {
    char buf[4] = {5};
    printf("%d %d %d %d\n", f(6, 7), g(300, buf), h(8), k(9));
    T x = 1;
    return x + f(2, 3);
}
