// stage: run; models: lp64, ilp32; exit: 32
// Object sizes of known objects.
#include <stdio.h>
struct s { char a[10]; int b; };
static struct s g;
int main(void) {
    char buf[32];
    buf[0] = 1;
    printf("%d %d\n", (int)__builtin_object_size(buf, 0), (int)__builtin_object_size(&g, 0));
    printf("%d\n", (int)__builtin_object_size("hello", 0));
    return (int)__builtin_object_size(buf, 1);
}
