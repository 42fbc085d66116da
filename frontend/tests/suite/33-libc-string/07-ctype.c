// stage: run; models: lp64, ilp32; exit: 81
// Classification and case of the ASCII range.
#include <ctype.h>
#include <stdio.h>
int main(void) {
    int c[12] = {0};
    for (int i = 0; i < 128; i++) {
        c[0] += !!isalpha(i); c[1] += !!isdigit(i); c[2] += !!isalnum(i); c[3] += !!isspace(i);
        c[4] += !!isupper(i); c[5] += !!islower(i); c[6] += !!ispunct(i); c[7] += !!isxdigit(i);
        c[8] += !!isprint(i); c[9] += !!iscntrl(i); c[10] += toupper(i) != i; c[11] += tolower(i) != i;
    }
    for (int i = 0; i < 12; i++) printf("%d ", c[i]);
    puts("");
    for (const char *s = "Hello, World 42"; *s; s++) putchar(isupper((unsigned char)*s) ? tolower(*s) : toupper(*s));
    puts("");
    return toupper('q');
}
