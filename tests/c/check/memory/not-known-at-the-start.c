// bug: -D CASE=1 --predicates not-known-at-the-start-1.txt
// bug: -D CASE=2 --predicates not-known-at-the-start-2.txt
// bug: -D CASE=3 --predicates not-known-at-the-start-3.txt
// Nothing is known of what another file defines, of an argument that may be anything, or of a value before it is changed.
#include <assert.h>
int input(void);
void __VERIFIER_assume(int);
extern int theirs;
static void take(int n)
{
    assert(n != 123456);
}
int main(void)
{
#if CASE == 1
    assert(theirs != 123456);
#elif CASE == 2
    take(input());
#else
    int x = input();
    if (x != 4)
        return 0;
    x = x + 1;
    __VERIFIER_assume(x == 5);
    assert(input() != 123456);
#endif
    return 0;
}
