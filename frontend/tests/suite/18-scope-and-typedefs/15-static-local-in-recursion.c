// stage: run; models: lp64, ilp32; exit: 5
// One static is shared by all activations; automatic ones are not.
#include <stdio.h>
static int walk(int d) {
    static int depth, max;
    int mine = ++depth;
    if (depth > max) max = depth;
    if (d > 0) { walk(d - 1); walk(d - 2); }
    depth--;
    printf("%d", mine);
    return max;
}
int main(void) {
    int m = walk(4);
    puts("");
    return m;
}
