// stage: run; models: lp64, ilp32; exit: 23
// constructor and destructor functions run around main.
#include <stdio.h>
static int order;
static void __attribute__((constructor(102))) second(void) { order = order * 10 + 2; }
static void __attribute__((constructor(101))) first(void) { order = order * 10 + 1; }
static void __attribute__((constructor)) last(void) { order = order * 10 + 3; }
static void __attribute__((destructor)) after(void) { puts("after"); }
int main(void) {
    printf("%d\n", order);
    return order % 100;
}
