// stage: run; models: lp64, ilp32; exit: 119
// Arrays of pointers against arrays of arrays.
#include <stdio.h>
int main(void) {
    static const char *names[] = {"zero", "one", "two", 0};
    char grid[3][5] = {"ab", "cde", "fghi"};
    int n = 0;
    for (const char **p = names; *p; p++) n += (*p)[0];
    printf("%d %d %d\n", n, (int)(sizeof names / sizeof *names), (int)sizeof grid);
    char *rows[3] = {grid[2], grid[0], grid[1]};
    for (int i = 0; i < 3; i++) printf("%s ", rows[i]);
    rows[1][1] = 'X';
    printf("%s\n", grid[0]);
    return names[2][1];
}
