// stage: run; models: lp64, ilp32; exit: 1
// Adjacent literals join, after escapes are read one by one.
#include <stdio.h>
#define V "1" "." "2"
int main(void) {
    const char *s = "abc" "def"
                    "ghi";
    printf("%s %s %d\n", s, "v" V "!", (int)sizeof("a" "b" ""));
    char t[] = "\x1" "2";
    printf("%d %d\n", t[0], t[1]);
    puts("multi\
line");
    return (int)sizeof("" "");
}
