// stage: run; models: lp64, ilp32; exit: 42; also: 01-shared-objects.part.c
// Two files share objects and functions by external linkage.
#include <stdio.h>
extern int counter;
extern const char *const names[];
int bump(int by);
struct pt { int x, y; };
struct pt make(int x, int y);
int main(void) {
    bump(2);
    counter += 10;
    printf("%d %s\n", bump(5), names[1]);
    struct pt p = make(counter, 25);
    return p.x + p.y;
}
