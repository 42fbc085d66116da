// stage: run; models: lp64, ilp32; exit: 4
// Static tables with addresses of objects, members, elements and functions.
#include <stdio.h>
static int arr[5] = {1, 2, 3, 4, 5};
static struct { int a; char b[4]; } st = {6, "xyz"};
static int fn(void) { return 77; }
static int *pa = arr, *pe = &arr[4], *pm = &st.a, *pn = arr + 2 - 1;
static char *pb = st.b + 1, *lit = "literal" + 3;
static int (*pf)(void) = fn, (*pg)(void) = &fn;
static void *self = &self;
static struct ring { struct ring *next; int v; } r1, r2 = {&r1, 2}, r1 = {&r2, 1};
int main(void) {
    printf("%d %d %d %d %c %s\n", *pa, *pe, *pm, *pn, *pb, lit);
    printf("%d %d %d\n", pf(), pf == pg, self == (void *)&self);
    printf("%d %d\n", r1.next->v, r1.next->next->v);
    return (int)(pe - pa);
}
