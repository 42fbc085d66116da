// stage: run; models: lp64, ilp32; exit: 2
// Declarators read from the inside out.
#include <stdio.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x * 2; }
static int (*sel(int k))(int) { return k ? f : g; }
static int (*(*sel2(void))(int))(int) { return sel; }
int main(void) {
    int (*fp[2])(int) = {f, g};
    int (*(*ap)[2])(int) = &fp;
    char *(*cp)[2] = &(char *[2]){"x", "y"};
    printf("%d %d %s\n", (*ap)[0](10), (**ap)(1), (*cp)[1]);
    int (*(*sp)(int))(int) = sel;
    printf("%d %d\n", sp(0)(21), sel2()(1)(5));
    return (int)(sizeof *ap / sizeof(void *));
}
