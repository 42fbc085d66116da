// stage: run; models: lp64, ilp32; exit: 10
// Unformatted output and its results.
#include <stdio.h>
int main(void) {
    puts("line");
    puts("");
    for (char c = 'a'; c < 'f'; c++) putchar(c);
    int r = putchar('\n');
    putc('x', stdout);
    fputc('y', stdout);
    fputs("z\n", stdout);
    fprintf(stdout, "%d\n", r);
    fwrite("raw\n", 1, 4, stdout);
    return putchar(200 + 56 + 10);
}
