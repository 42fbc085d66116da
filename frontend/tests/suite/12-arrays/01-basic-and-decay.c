// stage: run; models: lp64, ilp32; exit: 5
// Arrays decay to pointers; sizeof and & do not decay them.
#include <stdio.h>
static int size_of_param(int a[100]) { return (int)(sizeof a / sizeof(void *)); }
int main(void) {
    int a[6] = {3, 1, 4, 1, 5, 9};
    int *p = a, (*q)[6] = &a;
    printf("%d %d\n", *(a + 2), 2[a]);
    printf("%d %d %d\n", (int)(sizeof a / sizeof *a), size_of_param(a), (int)(sizeof *q / sizeof(int)));
    printf("%d %d\n", (*q)[5], p == *q);
    printf("%d\n", (char *)(q + 1) - (char *)q == sizeof a);
    return *(*q + 4);
}
