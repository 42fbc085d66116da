// stage: run; models: lp64, ilp32; exit: 33
// _Exit skips the handlers and flushes nothing.
#include <stdio.h>
#include <stdlib.h>
static void no(void) { puts("never"); fflush(stdout); }
int main(void) {
    atexit(no);
    puts("now");
    fflush(stdout);
    _Exit(33);
}
