// stage: run; models: lp64, ilp32; exit: 12
// Leaving several loops and a switch at once.
#include <stdio.h>
static int search(int m[3][3], int x, int *pi, int *pj) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            switch (m[i][j] == x) {
            case 1:
                *pi = i;
                *pj = j;
                goto found;
            }
    return 0;
found:
    return 1;
}
int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, i = -1, j = -1;
    printf("%d\n", search(m, 42, &i, &j));
    printf("%d %d %d\n", search(m, 6, &i, &j), i, j);
    return i * 10 + j;
}
