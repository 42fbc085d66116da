// stage: run; models: lp64, ilp32; exit: 43
// Counting an unsigned down past zero.
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (unsigned i = 5; i-- > 0;) sum += (int)i;
    for (unsigned char c = 3; c != 255; c--) sum += 10;
    unsigned short s = 65533;
    while (s) { s++; sum += 100; }
    for (int i = 10; i >= 0; i -= 3) sum += 1000;
    printf("%d\n", sum);
    return sum / 100;
}
