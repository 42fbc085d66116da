// stage: run; models: lp64, ilp32; exit: 5
// Type specifiers come in any order and may omit int.
#include <stdio.h>
int long unsigned a = 5;
long b = -6;
short int signed c = -7;
unsigned d = 8;
long unsigned int long e = 9;
char signed f = -1;
int const static g = 11;
short extern h;
short h = 12;
int main(void) {
    printf("%d %d %d %d %d %d\n", (int)sizeof a, (int)sizeof b, (int)sizeof c, (int)sizeof d, (int)sizeof e, (int)sizeof f);
    printf("%lu %ld %d %u %llu %d %d %d\n", a, b, c, d, e, f, g, h);
    return (int)a;
}
