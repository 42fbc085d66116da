// stage: run; models: lp64, ilp32; exit: 33; also: 02-static-names-are-separate.part.c
// Static functions, objects, types and tags of one name in two files are different things.
#include <stdio.h>
typedef char word;
struct box { int a; };
enum { SIZE = 3 };
static int state = 1;
static int step(void) { return ++state; }
int other_step(void), other_size(void);
int main(void) {
    struct box b = {step()};
    printf("%d %d %d\n", b.a, (int)sizeof(word), SIZE);
    other_step();
    printf("%d %d %d\n", state, other_step(), other_size());
    return other_size() + step();
}
