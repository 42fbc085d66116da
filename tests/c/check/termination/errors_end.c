// proved: --property termination
#include <stdlib.h>
extern void __VERIFIER_error(void);
int nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    for (;;) {
        int x = nondet_int();
        if (x == 1)
            exit(0);
        if (x == 2)
            abort();
        if (x == 3)
            __VERIFIER_error();
        __VERIFIER_assume(x == 1 || x == 2);
    }
}
