// stage: run; models: lp64, ilp32; exit: 14
// sizeof(T) follows what T names here.
#include <stdio.h>
typedef char T[7];
typedef short U;
int main(void) {
    printf("%d %d\n", (int)sizeof(T), (int)sizeof(U));
    {
        int T = 1;
        double U = 2;
        printf("%d %d %d\n", (int)sizeof(T), (int)sizeof T, (int)sizeof(U));
        printf("%d\n", (int)sizeof(T) * 2);
        printf("%d\n", (int)(sizeof(T)-T));
    }
    printf("%d\n", (int)sizeof(U) - 1);
    printf("%d\n", (int)sizeof(U) * 3);
    return (int)sizeof(T[2]);
}
