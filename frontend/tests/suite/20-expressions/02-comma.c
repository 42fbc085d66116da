// stage: run; models: lp64, ilp32; exit: 11
// The comma operator in many places, against the comma separator.
#include <stdio.h>
static int two(int a, int b) { return a * 10 + b; }
int main(void) {
    int a = (1, 2, 3), b;
    b = a++, a++;
    printf("%d %d\n", a, b);
    printf("%d\n", two((a, b), (b = 7, a)));
    int arr[] = {(1, 2), 3};
    for (int i = 0, j = 9; i < j; i++, j--) a += j - i;
    if (a = 0, b) a = 5;
    while (b--, b > 3) a++;
    return a * 10 + arr[0], a + b;
}
