// stage: run; models: lp64, ilp32; exit: 5
// offsetof of nested members, elements and anonymous members.
#include <stddef.h>
#include <stdio.h>
struct in { short a; int b[3]; };
struct s { char c; struct in i[2]; union { long long x; char y; }; struct { char p, q; }; };
int main(void) {
    int k = 1;
    printf("%d %d %d\n", (int)offsetof(struct s, i), (int)offsetof(struct s, i[1].b[2]), (int)offsetof(struct s, y));
    printf("%d %d\n", (int)offsetof(struct s, q), (int)__builtin_offsetof(struct s, i[k].b[k + 1]));
    printf("%d\n", (int)((size_t)&((struct s *)0)->i[1].a));
    static int tab[offsetof(struct in, b) + 1];
    return (int)(sizeof tab / sizeof *tab);
}
