// stage: run; models: lp64, ilp32; exit: 2
// rand is reproducible after srand; its values are in range.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srand(7);
    int same = rand() == a && rand() == b;
    int in = a >= 0 && a <= RAND_MAX;
    printf("%d %d\n", same, in);
    return same + in;
}
