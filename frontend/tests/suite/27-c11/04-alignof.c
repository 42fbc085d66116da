// stage: run; models: lp64, ilp32; exit: 0
// _Alignof of types, __alignof__ of expressions and members.
#include <stdalign.h>
#include <stdio.h>
struct s { char c; double d; };
int main(void) {
    printf("%d %d %d %d\n", (int)_Alignof(char), (int)alignof(short), (int)_Alignof(int), (int)_Alignof(long));
    printf("%d %d %d\n", (int)_Alignof(struct s), (int)_Alignof(int[7]), (int)_Alignof(void *));
    printf("%d %d\n", (int)_Alignof(double), (int)_Alignof(long long));
    alignas(32) char buf[4];
    struct s v;
    printf("%d %d\n", (int)__alignof__(buf), (int)__alignof__(v.c));
    printf("%d %d\n", (int)__alignof__(double), (int)__alignof__(long long));
    return (int)((unsigned long)buf & 31);
}
