// stage: run; models: lp64, ilp32; exit: 51
// printf returns the number of bytes written.
#include <stdio.h>
int main(void) {
    int a = printf("abc\n"), b = printf("%d %s\n", 10, "xy"), c = printf("");
    printf("%d %d %d\n", a, b, c);
    int n = 0;
    printf("12345%n678\n", &n);
    return n * 10 + printf("%s", "\n");
}
