// stage: run; models: lp64, ilp32; exit: 117
// Function declarations inside blocks, and one name declared several times.
#include <stdio.h>
int sq(int), cube(int x), konst;
int main(void) {
    int sq(int x), r = sq(3);
    {
        int cube(int);
        r += cube(2);
        extern int konst;
        r += konst;
    }
    printf("%d\n", r);
    return r;
}
int konst = 100;
int sq(int x) { return x * x; }
int cube(int x) { return sq(x) * x; }
