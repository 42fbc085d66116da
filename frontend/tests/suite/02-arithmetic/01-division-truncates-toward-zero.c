// stage: run; models: lp64, ilp32; exit: 9
// Division truncates toward zero; the remainder has the sign of the dividend.
#include <stdio.h>
int main(void) {
    int as[] = {7, -7}, bs[] = {2, -2, 3, -3};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++) {
            int a = as[i], b = bs[j];
            printf("%d/%d=%d %d%%%d=%d ok=%d\n", a, b, a / b, a, b, a % b, a / b * b + a % b == a);
        }
    return -7 % 3 + 10;
}
