// bug: -D BUG=1
// proved: -D BUG=0
// Where a run stops that copies to null, one that copies nothing does not.
#include <assert.h>
#include <string.h>
int input(void);
char *find(void);
int main(void)
{
    char from[4] = { 0 }, *to = find();
    unsigned n = input() & 3;
    memcpy(to, from, n);
    if (n == 3)
        assert(to);
    assert(!BUG || to);
    return 0;
}
