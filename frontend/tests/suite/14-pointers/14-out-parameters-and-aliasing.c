// stage: run; models: lp64, ilp32; exit: 21
// Two pointers to one object; writes are seen through both.
#include <stdio.h>
static int both(int *a, int *b) { *a = 1; *b = 2; return *a; }
static void divmod(int a, int b, int *q, int *r) { *q = a / b; *r = a % b; }
int main(void) {
    int x, y, q, r;
    printf("%d %d\n", both(&x, &y), both(&x, &x));
    divmod(-17, 5, &q, &r);
    printf("%d %d\n", q, r);
    divmod(100, 7, &q, &q);
    return q * 10 + x;
}
