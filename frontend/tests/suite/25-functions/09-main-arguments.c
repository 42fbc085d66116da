// stage: run; models: lp64, ilp32; exit: 5
// argc, argv and the null after the last argument.
#include <stdio.h>
int main(int argc, char *argv[], char **envp) {
    printf("%d %d %d\n", argc, argv[argc] == 0, envp != 0);
    int n = 0;
    while (argv[n]) n++;
    return n == argc ? argc + 4 : 0;
}
