// stage: run; models: lp64, ilp32; exit: 0
// mempcpy and stpcpy return where they stopped, which may be another member.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
struct pair { int first, second; };
struct text { char head[4]; char tail[4]; };
int main(void) {
    struct pair p = { 1, 2 };
    int x = 7;
    int *q = mempcpy(&p.first, &x, sizeof x);
    *q = 9;
    printf("%d %d\n", p.first, p.second);
    struct text t;
    memset(&t, 'z', sizeof t);
    char *end = stpcpy(t.head, "abc");
    end[1] = '!';
    printf("%c %c\n", t.head[2], t.tail[0]);
    return 0;
}
