// stage: run; models: lp64, ilp32; exit: 2
// [static n], qualifiers in [], and arrays of unknown bound.
#include <stdio.h>
static int first(int a[static 2]) { return a[0] + a[1]; }
static int konst(int a[const]) { a[0]++; return a[0]; }
static int strs(char *v[], int n) { int s = 0; while (n--) s += v[n][0]; return s; }
extern int ext[];
int main(void) {
    int a[3] = {1, 2, 3};
    char *w[] = {"a", "b"};
    printf("%d %d %d %d\n", first(a), konst(a), strs(w, 2), ext[1]);
    return a[0];
}
int ext[3] = {7, 8, 9};
