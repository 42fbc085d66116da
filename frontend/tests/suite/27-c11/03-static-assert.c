// stage: run; models: lp64, ilp32; exit: 3
// _Static_assert at file scope, in blocks, in structs, with and without a message.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
_Static_assert(sizeof(char) == 1, "char");
struct s {
    int a;
    _Static_assert(sizeof(int) == 4, "int");
    char b;
};
_Static_assert(offsetof(struct s, b) == 4, "layout" " " "joined");
static_assert(sizeof(struct s) == 8, "size");
int main(void) {
    _Static_assert(1 + 1 == 2);
    for (int i = 0; i < 1; i++) { _Static_assert(-1 < 0, "x"); }
    struct s v = {1, 2};
    printf("%d\n", v.b);
    return v.a + v.b;
}
