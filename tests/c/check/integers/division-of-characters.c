// proved: -D BUG=0
// bug: -D BUG=1
// Characters are divided as int: the quotient of the least and -1 is none of theirs.
#include <assert.h>
char input(void);
int main(void)
{
    signed char a = input(), b = input();
    if (b == -1)
        assert(a / b == -a && a / b <= (BUG ? 127 : 128));
    return 0;
}
