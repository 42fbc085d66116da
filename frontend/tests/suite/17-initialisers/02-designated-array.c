// stage: run; models: lp64, ilp32; exit: 7
// Array designators, continuing positions, and deduced length.
#include <stdio.h>
int main(void) {
    int a[] = {[3] = 30, 31, [1] = 10, 11, [6] = 60};
    int n = sizeof a / sizeof *a;
    for (int i = 0; i < n; i++) printf("%d ", a[i]);
    puts("");
    enum { X = 2, Y = 4 };
    const char *names[] = {[Y] = "y", [X] = "x"};
    printf("%d %s %s %d\n", (int)(sizeof names / sizeof *names), names[X], names[Y], names[0] == 0);
    return n;
}
