// stage: run; models: lp64, ilp32; exit: 0
// memset and memcpy of whole objects, parts of them, and more than one; padding and results too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct inner { char tag; int value; };
struct outer { struct inner in[3]; char name[5]; unsigned flag : 3, rest : 13; double d; };
union u { int i; char c[7]; };
static unsigned sum(const void *p, size_t n) {
    const unsigned char *b = p;
    unsigned s = 0;
    while (n--) s = s * 31 + *b++;
    return s;
}
int main(void) {
    struct outer a, b, *p = malloc(sizeof *p);
    memset(&a, 0x5a, sizeof a);
    void *r = memset(&a.in[1], 0, sizeof a.in[1]);
    printf("%d %u\n", r == &a.in[1], sum(&a, sizeof a));
    memset(a.in, 0, sizeof a.in[0]);
    printf("%u\n", sum(&a, sizeof a));
    memset(a.name, 0, sizeof a.name);
    printf("%u\n", sum(&a, sizeof a));
    memset(&a, 0, sizeof a);
    printf("%u\n", sum(&a, sizeof a));
    a.in[2].value = 77; a.flag = 5; a.d = 1.5; strcpy(a.name, "four");
    printf("%d\n", memcpy(&b, &a, sizeof b) == &b);
    memcpy(p, &b, sizeof *p);
    printf("%d %d %s %g %d\n", p->in[2].value, p->flag, p->name, p->d, memcmp(&a, p, sizeof a));
    struct inner one = { 'x', 5 }, two[2];
    memset(two, 0, sizeof two);
    memcpy(two, &one, sizeof one);
    memcpy(&two[1], &one, sizeof(struct inner));
    printf("%d %d %c\n", two[0].value, two[1].value, two[1].tag);
    union u v, w;
    memset(&v, -1, sizeof v);
    memset(&v.i, 0, sizeof v.i);
    memcpy(&w, &v, sizeof w);
    printf("%d %d %d\n", w.i, w.c[4], w.c[6]);
    int x = 3, y; float f; long double l = 1; _Bool t = 1; char *s = "text", *q;
    memcpy(&y, &x, sizeof y);
    memcpy(&f, &x, sizeof f);
    memset(&l, 0, sizeof l);
    memset(&t, 0, sizeof t);
    memcpy(&q, &s, sizeof q);
    printf("%d %d %d %d %s\n", y, f > 0, l == 0, t, q);
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    memset(m[0], 0, sizeof m[0]);
    printf("%d %d %d\n", m[0][2], m[1][0], m[1][2]);
    memset(m, 0, sizeof m);
    printf("%d %d\n", m[0][0], m[1][2]);
    int n = 0;
    struct inner *at = two;
    memset(at++, 0, sizeof *at);
    memcpy((n++, at), &one, sizeof one);
    printf("%d %d %d\n", n, (int)(at - two), two[0].value);
    free(p);
    return 0;
}
