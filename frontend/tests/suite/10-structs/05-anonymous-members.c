// stage: run; models: lp64, ilp32; exit: 30
// Members of anonymous structs and unions are members of the parent.
#include <stdio.h>
struct ev {
    int type;
    union {
        struct { int x, y; };
        struct { int key; char mod; };
        long long raw;
    };
    struct { int tail; };
};
int main(void) {
    struct ev e = {.type = 1, .x = 10, .y = 20, .tail = 30};
    printf("%d %d %d %d %d\n", e.type, e.x, e.y, e.key, e.tail);
    e.key = 65;
    e.mod = 3;
    printf("%d %d\n", e.x, e.y & 0xff);
    struct ev *p = &e;
    p->raw = 0x200000001LL;
    printf("%d %d\n", p->x, p->y);
    return p->tail;
}
