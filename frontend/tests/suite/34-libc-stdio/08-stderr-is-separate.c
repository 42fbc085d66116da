// stage: run; models: lp64, ilp32; exit: 4
// What goes to stderr is not part of standard output.
#include <stdio.h>
int main(void) {
    fprintf(stderr, "error text %d\n", 1);
    printf("out\n");
    fputs("more errors\n", stderr);
    putc('e', stderr);
    fflush(stdout);
    printf("done\n");
    return fflush(NULL) + 4;
}
