// stage: run; models: lp64, ilp32; exit: 33
// *p++, *++p, (*p)++ and ++*p differ.
#include <stdio.h>
int main(void) {
    int a[5] = {10, 20, 30, 40, 50}, *p = a;
    int r1 = *p++;
    int r2 = *++p;
    int r3 = (*p)++;
    int r4 = ++*p;
    int r5 = *p--;
    printf("%d %d %d %d %d %d\n", r1, r2, r3, r4, r5, *p);
    char buf[8], *d = buf;
    const char *s = "copy";
    while ((*d++ = *s++)) ;
    printf("%s %d\n", buf, (int)(d - buf));
    return (int)(p - a) + a[2];
}
