// verdict: proved
// says: no fault: x != 0 at division.c:9
#include <assert.h>
int input(void);

int main(void)
{
    int x = input();
    int y = 10 / x;
    assert(x != 0);
    return y;
}
