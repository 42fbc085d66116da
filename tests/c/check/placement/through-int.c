// bug: -D BUG=1
// proved: -D BUG=0
// bug: -D BUG=1 --data-model ilp32 -D SIGN
// A pointer does not survive the way through an int where objects lie above 4 GiB, as gcc's do. (With 32 bits it does,
// but its sign is open.)
#include <assert.h>
static int x;
int main(void)
{
    char *p = (char *)&x;
#ifdef SIGN
    assert((int)p > 0);
#elif BUG
    int i = (int)(long)p;
    char *q = (char *)(long)i;
    assert(q == p);
#else
    long i = (long)p;
    char *q = (char *)i;
    assert(q == p);
#endif
    return 0;
}
