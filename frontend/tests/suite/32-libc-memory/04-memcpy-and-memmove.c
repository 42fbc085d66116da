// stage: run; models: lp64, ilp32; exit: 24
// Copies of scalars, structs and overlapping ranges.
#include <stdio.h>
#include <string.h>
struct s { int a; char b[8]; };
int main(void) {
    struct s x = {7, "hello"}, y;
    void *r = memcpy(&y, &x, sizeof x);
    printf("%d %s %d\n", y.a, y.b, r == &y);
    char buf[16] = "0123456789";
    memmove(buf + 2, buf, 8);
    puts(buf);
    memmove(buf, buf + 3, 5);
    puts(buf);
    int v[4] = {1, 2, 3, 4};
    memmove(v, v + 1, 3 * sizeof *v);
    memcpy(buf, "", 0);
    return v[0] * 10 + v[3];
}
