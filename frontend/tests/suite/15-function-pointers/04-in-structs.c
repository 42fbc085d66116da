// stage: run; models: lp64, ilp32; exit: 38
// Methods in structs of function pointers, with inheritance by embedding.
#include <stdio.h>
struct shape { const struct ops *ops; int a, b; };
struct ops { int (*area)(const struct shape *); const char *name; };
static int rect(const struct shape *s) { return s->a * s->b; }
static int sq(const struct shape *s) { return s->a * s->a; }
static const struct ops R = {rect, "rect"}, S = {.name = "square", .area = sq};
int main(void) {
    struct shape v[] = {{&R, 3, 4}, {&S, 5, 0}, {&R, 1, 1}};
    int t = 0;
    for (int i = 0; i < 3; i++) {
        t += v[i].ops->area(&v[i]);
        printf("%s %d\n", v[i].ops->name, (*v[i].ops->area)(v + i));
    }
    return t;
}
