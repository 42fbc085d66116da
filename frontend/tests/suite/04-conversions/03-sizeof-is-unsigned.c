// stage: run; models: lp64, ilp32; exit: 3
// Comparing an int with sizeof: the classic loop bug.
#include <stdio.h>
int main(void) {
    int i = -1, n = 0;
    if (i < sizeof(int)) n = 1; else n = 2;
    printf("%d\n", n);
    printf("%d\n", (int)(sizeof(char) - 2 > 0));
    for (i = 5; i - sizeof(int) > 0 && i > 0; i--) n++;
    return n;
}
