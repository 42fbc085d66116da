// An execution that stops before the violation violates nothing, also where what stops it has no influence on that.
// verdict: don't know
// says: use of memory from malloc after it was freed
#include <assert.h>
#include <stdlib.h>
int speed(void);

int main(void)
{
    int *p = malloc(4);
    free(p);
    *p = 1;
    assert(speed() != 77);
    return 0;
}
