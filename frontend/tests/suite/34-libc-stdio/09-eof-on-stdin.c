// stage: run; models: lp64, ilp32; exit: 6
// Standard input is empty: reads give EOF.
#include <stdio.h>
int main(void) {
    int c = getchar();
    char b[4] = "abc";
    printf("%d %d\n", c == EOF, fgets(b, sizeof b, stdin) == NULL);
    int x = 5;
    printf("%d %d\n", scanf("%d", &x), x);
    return feof(stdin) ? 6 : 7;
}
