// proved: -D BUG=0
// bug: -D BUG=1
// A pointer to an array strides over rows.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int m[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
int main(void)
{
    int (*row)[2] = m;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    row += i;
    (*row)[1] = 9;
    assert(m[i][1] == 9);
    assert(m[1][1] == (i == 1 ? 9 : 4 + BUG));
    assert(sizeof *row == 2 * sizeof(int));
    return 0;
}
