// bug:
// What a new object holds is found where its parts are reached by numbers, as CIL writes it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned long object = (unsigned long)malloc(64);
    unsigned x = (unsigned)__VERIFIER_nondet_int() & 7u;
    unsigned long at = object + 40;
    assert(*(unsigned *)at * 5u != x * 1000003u + 77u);
    return 0;
}
