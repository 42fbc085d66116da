// stage: run; models: lp64, ilp32; exit: 1
// A struct parameter is a copy.
#include <stdio.h>
struct big { int v[10]; };
static int sum(struct big b) {
    int s = 0;
    for (int i = 0; i < 10; i++) { s += b.v[i]; b.v[i] = 0; }
    return s;
}
int main(void) {
    struct big b;
    for (int i = 0; i < 10; i++) b.v[i] = i * i;
    int a = sum(b), c = sum(b);
    printf("%d %d %d\n", a, c, b.v[9]);
    return a == c;
}
