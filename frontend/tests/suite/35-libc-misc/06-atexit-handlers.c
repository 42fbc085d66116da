// stage: run; models: lp64, ilp32; exit: 12
// atexit handlers run in reverse order, after main returns.
#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); }
int main(void) {
    atexit(a);
    atexit(b);
    atexit(a);
    puts("main");
    return 12;
}
