// proved: -D BUG=0
// bug: -D BUG=1
// What a call writes is what the functions write that it calls, too.
#include <assert.h>
int input(void);
static void set(int *p) { *p = 2; }
static void both(int *a, int *b)
{
    *b = 2;
    set(a);
}
int main(void)
{
    int v[2] = { 1, 1 };
    for (int n = input(); n > 0; n--)
        assert(v[0] == 1);
    both(&v[0], &v[1]);
    if (v[1] == 2)
        assert(v[0] == (BUG ? 1 : 2));
    return 0;
}
