// run: -D HOW=0
// run: -D HOW=1
// run: -D HOW=2
// run: -D HOW=3
// run: -D HOW=4
// run: -D HOW=5 --time-limit 1
// run: -D HOW=6
// run: -D HOW=7
// run: -D HOW=7 --value 0
// run: -D HOW=8
// run: -D HOW=9
// How a run may end, and what is said about it.
#include <assert.h>
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int *dangling(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    return p;
}
int main(void)
{
    int a[2] = { 0, 0 }, i = HOW;
    switch (HOW) {
    case 0: return 3;
    case 1: exit(4);
    case 2: abort();
    case 3: assert(i != 3); break;
    case 4: reach_error(); break;
    case 5: for (unsigned n = 1;; n = n * n + 3) ;
    case 6: return a[i];
    case 7: __VERIFIER_assume(__VERIFIER_nondet_int() == 1); return 1;
    case 8: return *dangling();
    case 9: return 1 / (i - 9);
    }
    return 0;
}
