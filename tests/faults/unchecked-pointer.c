// verdict: proved
// says: memory: pointers and indices: stay inside of the object
#include <assert.h>
int input(void);

int main(void)
{
    int x = 0, a[4];
    int i = input();
    a[i] = 7;
    assert(x == 0);
    return a[0];
}
