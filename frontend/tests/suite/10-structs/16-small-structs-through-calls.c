// stage: run; models: lp64, ilp32; exit: 10
// Structs of 1 to 24 bytes passed and returned, mixed with scalars.
#include <stdio.h>
struct s1 { char c; };
struct s3 { char c[3]; };
struct s8 { int a; float f; };
struct s12 { short h; double d; };
struct s24 { long long v[3]; };
static struct s3 f3(int k, struct s1 a, struct s3 b, double d) { b.c[k] = a.c + (int)d; return b; }
static struct s12 f12(struct s8 a, struct s24 b, short h) { return (struct s12){h + a.a, a.f * b.v[1]}; }
int main(void) {
    struct s3 r = f3(1, (struct s1){'A'}, (struct s3){"xyz"}, 2.5);
    printf("%.3s\n", r.c);
    struct s12 q = f12((struct s8){7, 1.5f}, (struct s24){{1, 10, 100}}, -2);
    printf("%d %g\n", q.h, q.d);
    return f3(0, (struct s1){1}, r, 9).c[0];
}
