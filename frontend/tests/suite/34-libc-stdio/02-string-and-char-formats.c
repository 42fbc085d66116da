// stage: run; models: lp64, ilp32; exit: 6
// %s and %c with width and precision, %%.
#include <stdio.h>
int main(void) {
    printf("[%s][%10s][%-10s][%.3s][%8.2s]\n", "abcdef", "abc", "abc", "abcdef", "xyz");
    printf("[%c][%5c][%-5c]\n", 'a', 'b', 'c');
    printf("100%%\n");
    printf("[%.*s][%*s][%-*s]\n", 2, "hello", 7, "hi", 4, "x");
    char raw[3] = {'n', 'o', 't'};
    printf("[%.3s]\n", raw);
    printf("%s%s%s\n", "", "a", "");
    return printf("%s\n", "count");
}
