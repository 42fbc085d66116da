// stage: run; exit: 0; models: lp64
// A function that another one chooses when the program is loaded.
#include <stdio.h>
static int level = 2;
static int one(int n) { return n + 1; }
static int two(int n) { return n + 2; }
static int (*choose(void))(int) { return level == 2 ? two : one; }
int add(int n) __attribute__((ifunc("choose")));
__attribute__((constructor)) static void begin(void) { level = 1; printf("%d\n", add(10)); }
int main(void)
{
    int (*p)(int) = add;
    printf("%d %d\n", add(1), p(2));
    return 0;
}
