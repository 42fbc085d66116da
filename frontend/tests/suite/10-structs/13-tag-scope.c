// stage: run; models: lp64, ilp32; exit: 4
// Struct tags have their own name space and block scope.
#include <stdio.h>
struct s { int a; };
int s = 5;
typedef struct t { char c; } t;
int main(void) {
    struct s v = {1};
    {
        struct s { char a[3]; };
        struct s w = {"xy"};
        printf("%d %s\n", (int)sizeof w, w.a);
    }
    printf("%d %d %d\n", (int)sizeof v, s, v.a);
    t t = {'q'};
    struct t u = t;
    printf("%c\n", u.c);
    int v2 = sizeof(struct s);
    return v2;
}
