// stage: run; models: lp64, ilp32; exit: 3
// strtok writes into its argument and keeps state.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[] = "  alpha,beta;;gamma ";
    int n = 0;
    for (char *t = strtok(line, " ,;"); t; t = strtok(NULL, " ,;")) printf("%d=%s ", n++, t);
    puts("");
    printf("%d\n", line[7]);
    return n;
}
