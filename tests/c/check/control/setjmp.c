// unknown: -D BUG=0
// unknown: -D BUG=1
// longjmp comes back to setjmp with its value.
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int n;
static void leave(int v) { n++; longjmp(env, v); }
int main(void)
{
    int k = __VERIFIER_nondet_int();
    switch (setjmp(env)) {
    case 0:
        if (k)
            leave(2);
        break;
    case 2:
        assert(n == 1);
        n = 5;
        break;
    default:
        assert(0);
    }
    assert(n == (k ? 5 - BUG : 0));
    return 0;
}
