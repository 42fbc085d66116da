// stage: run; models: lp64, ilp32; exit: 6
// Copying pointers and pieces of structs byte by byte keeps them valid.
#include <stddef.h>
#include <stdio.h>
#include <string.h>
struct s { char tag; int *p; int (*f)(int); short h; };
static int inc(int x) { return x + 1; }
int main(void) {
    int v = 5;
    struct s a = {'a', &v, inc, 3}, b;
    char *d = (char *)&b, *s = (char *)&a;
    for (unsigned i = 0; i < sizeof a; i++) d[i] = s[i];
    printf("%c %d %d %d\n", b.tag, *b.p, b.f(1), b.h);
    struct s c = {0};
    memcpy(&c.p, &a.p, offsetof(struct s, h) - offsetof(struct s, p));
    *c.p = 6;
    printf("%d %d %d\n", c.tag, v, c.f(v));
    return *b.p;
}
