// stage: run; models: lp64, ilp32; exit: 21
// A table of label addresses built at run time.
#include <stdio.h>
int main(void) {
    void *tab[3];
    int order[] = {2, 0, 1, 0, 2}, i = -1, acc = 1;
    tab[0] = &&inc;
    tab[1] = &&dbl;
    tab[2] = &&sqr;
loop:
    if (++i == 5) goto out;
    goto *tab[order[i]];
inc: acc += 3; goto loop;
dbl: acc *= 2; goto loop;
sqr: acc *= acc; goto loop;
out:
    printf("%d\n", acc);
    return acc % 100;
}
