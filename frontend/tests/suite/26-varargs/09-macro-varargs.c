// stage: run; models: lp64, ilp32; exit: 2
// Variadic macros, GNU named ones and ##.
#include <stdio.h>
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define GNU(args...) printf(args)
#define COUNT_(a, b, c, d, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1)
#define FIRST(x, ...) x
int main(void) {
    LOG("none");
    LOG("%d %s", 5, "x");
    GNU("%d\n", COUNT(a, b, c));
    GNU("%d\n", FIRST(9, 8, 7));
    return COUNT(1, 2);
}
