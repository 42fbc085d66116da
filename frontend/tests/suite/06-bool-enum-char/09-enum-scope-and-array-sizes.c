// stage: run; models: lp64, ilp32; exit: 12
// Enumerators as array sizes, case labels, and shadowed in an inner scope.
#include <stdio.h>
enum { N = 3, M };
static int table[M][N];
int main(void) {
    table[M - 1][N - 1] = 8;
    {
        enum { N = 10 };
        int inner[N];
        printf("%d\n", (int)(sizeof inner / sizeof *inner));
    }
    switch (table[3][2]) {
    case N + 5: puts("eight"); break;
    case M: puts("four"); break;
    }
    return sizeof table / sizeof(int);
}
