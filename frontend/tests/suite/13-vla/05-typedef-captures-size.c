// stage: run; models: lp64, ilp32; exit: 13
// A typedef of a VLA type fixes its size when it is reached.
#include <stdio.h>
int main(void) {
    int n = 2;
    typedef int row[n];
    n = 10;
    row a, b[3];
    a[1] = 5;
    b[2][1] = 6;
    printf("%d %d %d\n", (int)(sizeof a / sizeof(int)), (int)(sizeof b / sizeof(int)), a[1] + b[2][1]);
    typeof(b) c;
    c[0][0] = 1;
    return (int)(sizeof c / sizeof(row)) + n;
}
