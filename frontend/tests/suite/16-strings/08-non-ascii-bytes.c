// stage: run; models: lp64, ilp32; exit: 7
// Bytes above 127 in literals are negative chars.
#include <stdio.h>
int main(void) {
    const char *s = "é\xc3\xa9€";
    int n = 0, neg = 0, sum = 0;
    for (; *s; s++, n++) { neg += *s < 0; sum += (unsigned char)*s; }
    printf("%d %d %d\n", n, neg, sum);
    puts("żółw");
    return n;
}
