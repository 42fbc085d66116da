// stage: run; models: lp64, ilp32; exit: 100
// GNU: static initialisation of a flexible array member.
#include <stdio.h>
struct list { int n; short v[]; };
static struct list l = {4, {10, 20, 30, 40}};
struct name { char len; char s[]; };
static struct name nm = {3, "abc"};
int main(void) {
    int s = 0;
    for (int i = 0; i < l.n; i++) s += l.v[i];
    printf("%d %s %d\n", s, nm.s, (int)sizeof l);
    return s;
}
