// stage: run; models: lp64, ilp32; exit: 7
// sizeof of types, expressions, literals and calls; operands are not evaluated.
#include <stdio.h>
struct s { char c[3]; short h; };
static int n;
static struct s f(void) { n++; return (struct s){{0}}; }
int main(void) {
    int a[10], *p = a;
    printf("%d %d %d\n", (int)sizeof f(), (int)sizeof f().c, (int)sizeof *f().c);
    printf("%d %d %d\n", (int)sizeof a, (int)sizeof &a == sizeof p, (int)sizeof(a + 0) == sizeof p);
    printf("%d %d %d\n", (int)sizeof "abc", (int)sizeof(char[2][3]), (int)sizeof(struct { int q; }));
    printf("%d %d\n", (int)sizeof(n++, (char)1), (int)sizeof(int (*)[5]) == (int)sizeof(void *));
    printf("%d %d %d\n", (int)sizeof(f), (int)sizeof(int)*2, (int)sizeof(int)-1);
    printf("%d %d\n", (int)sizeof(n)["x"], (int)sizeof((char)1));
    return n + sizeof -1 + sizeof(short)+1;
}
