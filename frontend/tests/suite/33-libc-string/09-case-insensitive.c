// stage: run; models: lp64, ilp32; exit: 1
// strcasecmp and strncasecmp.
#include <stdio.h>
#include <strings.h>
static int sgn(int x) { return (x > 0) - (x < 0); }
int main(void) {
    printf("%d %d %d\n", strcasecmp("HeLLo", "hEllO"), sgn(strcasecmp("abc", "ABD")), sgn(strcasecmp("b", "A")));
    printf("%d %d\n", strncasecmp("ABCx", "abcy", 3), sgn(strncasecmp("ABCx", "abcy", 4)));
    return strcasecmp("[", "{") < 0 ? 1 : 2;
}
