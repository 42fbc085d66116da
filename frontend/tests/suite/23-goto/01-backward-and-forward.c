// stage: run; models: lp64, ilp32; exit: 10
// goto in both directions within a block.
#include <stdio.h>
int main(void) {
    int i = 0, s = 0;
again:
    s += i;
    if (++i < 5) goto again;
    if (s == 10) goto skip;
    s = 999;
skip:
    printf("%d %d\n", s, i);
    goto end;
    puts("never");
end:
    return s;
}
