// stage: run; models: lp64, ilp32; exit: 4
// A zero-width field starts a new unit.
#include <stdio.h>
#include <string.h>
struct a { unsigned x : 3; unsigned : 0; unsigned y : 3; };
struct b { unsigned char x : 3; unsigned char : 0; unsigned char y : 3; };
struct c { char x; int : 0; char y; };
int main(void) {
    printf("%d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c));
    struct a v;
    unsigned char raw[8];
    memset(&v, 0, sizeof v);
    v.x = 5;
    v.y = 6;
    memcpy(raw, &v, 8);
    printf("%d %d\n", raw[0], raw[4]);
    return (int)__builtin_offsetof(struct c, y);
}
