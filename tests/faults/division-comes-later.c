// verdict: bug
// says: input() returns 0
// not: left out
#include <assert.h>
int input(void);

int main(void)
{
    int x = input();
    assert(x != 0);
    return 10 / x;
}
