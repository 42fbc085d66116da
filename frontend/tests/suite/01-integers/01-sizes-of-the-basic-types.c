// stage: run; models: lp64, ilp32; exit: 7
// Sizes of the basic types under each data model.
#include <stdio.h>
int main(void) {
    printf("%d %d %d %d\n", (int)sizeof(char), (int)sizeof(short), (int)sizeof(int), (int)sizeof(long));
    printf("%d %d %d\n", (int)sizeof(long long), (int)sizeof(void *), (int)sizeof(_Bool));
    printf("%d %d %d\n", (int)sizeof(float), (int)sizeof(double), (int)sizeof(long double));
    printf("%d\n", (int)sizeof(sizeof(int)));
    return sizeof(long) == sizeof(void *) ? 7 : 8;
}
