// stage: run; models: lp64, ilp32; exit: 30
// Scalars in braces, trailing commas, strings in braces, empty GNU braces.
#include <stdio.h>
int main(void) {
    int a = {5}, b = {6,};
    char s[4] = {"abc"}, t[] = {'x', 'y', '\0',};
    struct { int p, q; } z = {}, w = {1,};
    int arr[3] = {};
    const char *p = {"ptr"};
    printf("%d %d %s %s %d %d %d %d %s\n", a, b, s, t, z.p, z.q, w.q, arr[2], p);
    return a * b;
}
