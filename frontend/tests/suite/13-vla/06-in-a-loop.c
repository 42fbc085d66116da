// stage: run; models: lp64, ilp32; exit: 69
// A VLA in a loop body has a new size each time round; goto leaves its scope.
#include <stdio.h>
int main(void) {
    int total = 0;
    for (int i = 1; i < 8; i++) {
        char a[i * 2];
        for (unsigned j = 0; j < sizeof a; j++) a[j] = (char)j;
        total += a[sizeof a - 1];
        if (i == 5) goto out;
        if (i == 2) continue;
        total += 100;
    }
out:
    printf("%d\n", total);
    return total & 0x7f;
}
