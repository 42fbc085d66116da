// proved: more/labels.c -D BUG=0
// bug: more/labels.c -D BUG=1
// proved: more/labels.c -D BUG=0 --data-model ilp32
// bug: more/labels.c -D BUG=1 --data-model ilp32
// A definition with a label is found by its label, and not by its name.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int shown(void);
int inner(void) { return 1; }
extern int number __asm__("the_number");
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(shown() == 2 && inner() == 1 && number == 9 + (BUG && n == 3));
    return 0;
}
