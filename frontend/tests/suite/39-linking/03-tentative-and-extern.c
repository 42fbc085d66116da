// stage: run; models: lp64, ilp32; exit: 20; also: 03-tentative-and-extern.part.c
// A tentative definition here, extern there; an array completed in the other file.
#include <stdio.h>
int shared;
extern int table[];
extern int table_len;
int sum(void);
int main(void) {
    shared = 4;
    table[0]++;
    printf("%d %d\n", sum(), table_len);
    return sum() + shared;
}
