// proved: -D BUG=0
// bug: -D BUG=1
// What another file defines holds what that file says, not zero; what this one defines and never writes holds zero.
#include <assert.h>
int input(void);
extern int theirs[4];
static int ours[4];
int main(void)
{
    int n = input() & 3;
    assert((BUG ? theirs : ours)[n] == 0);
    return 0;
}
