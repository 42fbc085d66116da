// stage: run; models: lp64, ilp32; exit: 14
// Labels before declarations' statements, at block ends, stacked, and unused.
#include <stdio.h>
int main(void) {
    int n = 0;
a: b: c:
    n++;
    if (n == 1) goto a;
    if (n == 2) goto c;
    {
        if (n == 3) goto end_of_block;
        n = 100;
end_of_block: ;
    }
    if (n < 6) { n++; goto loop; loop: n += 10; }
unused: __attribute__((unused));
    printf("%d\n", n);
    goto last;
last:
    return n;
}
