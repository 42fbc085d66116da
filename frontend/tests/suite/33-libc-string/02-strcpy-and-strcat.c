// stage: run; models: lp64, ilp32; exit: 10
// Copying and appending, chained through the returned pointer.
#include <stdio.h>
#include <string.h>
int main(void) {
    char buf[32], two[8];
    strcpy(buf, "one");
    strcat(strcat(buf, " "), "two");
    puts(buf);
    strncat(buf, "three", 2);
    puts(buf);
    strcpy(two, "x");
    printf("%d\n", strcat(buf, two) == buf);
    char *e = stpcpy(two, "abc");
    *e++ = 'd';
    *e = 0;
    puts(two);
    return (int)strlen(buf);
}
