// stage: run; models: lp64, ilp32; exit: 19
// visibility, common, section-like attributes do not change values.
#include <stdio.h>
int shared __attribute__((common));
int hidden __attribute__((visibility("hidden"))) = 2;
static int used __attribute__((used)) = 3;
int placed __attribute__((section(".mydata"))) = 4;
static const char ident[] __attribute__((used, section(".myident"))) = "id";
int fn(void) __attribute__((visibility("default")));
int fn(void) { return shared + hidden + used + placed; }
int main(void) {
    printf("%d %s\n", fn(), ident);
    shared = 10;
    return fn();
}
