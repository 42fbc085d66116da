// stage: run; models: lp64, ilp32; exit: 10
// Members and labels have name spaces of their own.
#include <stdio.h>
typedef int T;
struct s { T T; struct { char T; } in; };
struct T { T x; };
int main(void) {
    struct s v = {.T = 5, .in.T = 'c'};
    struct T t = {v.T};
    goto T;
    v.T = 99;
T:
    printf("%d %c %d\n", v.T, v.in.T, t.x);
    T k = (T)v.T * 2;
    return k;
}
