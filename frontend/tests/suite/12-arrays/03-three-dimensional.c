// stage: run; models: lp64, ilp32; exit: 9
// Three dimensions with initialisers and partial indexing.
#include <stdio.h>
static const char t[2][3][4] = {{"abc", "de"}, {"f", "", "ghi"}};
int main(void) {
    int n = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            printf("[%s]", t[i][j]);
            for (int k = 0; k < 4; k++) n += t[i][j][k] != 0;
        }
    puts("");
    const char (*p)[3][4] = t + 1;
    printf("%c %d\n", (*p)[2][1], (int)sizeof t);
    return n;
}
