// stage: run; models: lp64, ilp32; exit: 9; also: 04-weak-and-strong.part.c
// A strong definition in another file replaces a weak one, object and function.
#include <stdio.h>
int __attribute__((weak)) hook(int x) { return x; }
int __attribute__((weak)) level = 1;
int __attribute__((weak)) only_here(void) { return 7; }
extern int maybe(void) __attribute__((weak));
int main(void) {
    printf("%d %d %d\n", hook(3), level, only_here());
    return maybe ? maybe() : 1;
}
