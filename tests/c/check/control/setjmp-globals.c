// proved: -D BUG=0
// unknown: -D BUG=1
// Behind a jump back, variables hold what they were given before it: also globals and structures that no pointer leads to.
#include <assert.h>
#include <setjmp.h>
static jmp_buf back;
static int global;
static struct { int member[2]; } whole;
static void leave(int n)
{
    global = n;
    whole.member[1] = n;
    if (n)
        longjmp(back, n);
}
int main(void)
{
    if (setjmp(back) == 0) {
        leave(1);
        assert(global == 0);
    } else if (BUG) {
        assert(global == 0);
        assert(whole.member[1] == 0);
    }
    return 0;
}
