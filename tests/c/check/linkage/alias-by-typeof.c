// proved: more/elsewhere.c -D BUG=0
// bug: more/elsewhere.c -D BUG=1
// proved: more/elsewhere.c -D BUG=0 --data-model ilp32
// bug: more/elsewhere.c -D BUG=1 --data-model ilp32
// Aliases whose types have names.
#include <assert.h>
int __VERIFIER_nondet_int(void);

typedef int function(int);
int g(int n) { return n + 1; }
function f __attribute__((alias("g")));
__typeof__(g) h __attribute__((alias("g")));
function elsewhere;
int main(void)
{
    int n = __VERIFIER_nondet_int() & 7;
    assert(f(n) == n + 1 && h == g && elsewhere(n) == n + 2 + (BUG && n == 3));
    return 0;
}
