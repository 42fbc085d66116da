// stage: run; models: lp64, ilp32; exit: 134
// abort ends the program by SIGABRT; buffered output written before is flushed by hand.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    printf("before\n");
    fflush(stdout);
    abort();
    return 0;
}
