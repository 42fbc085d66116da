// proved: -D BUG=0
// bug: -D BUG=1
// Functions of libc that write where they are told.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static char buf[8] = "q";
static char *end;
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    char other[4] = "z";
    if (BUG == 0)
        sprintf(other + 1, "%d", 3);
    else
        sprintf(buf, "%s", "x");
    strtol("12", &end, 10);
    assert(buf[0] == 'q');
    return 0;
}
