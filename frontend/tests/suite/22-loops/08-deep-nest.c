// stage: run; models: lp64, ilp32; exit: 22
// Four nested loops with early exits by flag.
#include <stdio.h>
int main(void) {
    int found = 0, steps = 0;
    for (int a = 1; a < 20 && !found; a++)
        for (int b = a; b < 20 && !found; b++)
            for (int c = b; c < 30; c++) {
                steps++;
                if (a * a + b * b == c * c && a + b + c == 40) {
                    printf("%d %d %d\n", a, b, c);
                    found = 1;
                    break;
                }
            }
    printf("%d\n", steps);
    return found ? steps % 200 : 255;
}
