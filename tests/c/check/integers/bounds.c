// bug: -D CASE=1
// bug: -D CASE=2
// bug: -D CASE=3 --predicates bounds.txt
// proved: -D CASE=4
// proved: -D CASE=5
// The bound itself counts, and a remainder has the sign of what is divided.
#include <assert.h>
int input(void);
int main(void)
{
    int x = input();
    unsigned n = x;
#if CASE == 1 || CASE == 4
    if (n >= 10)
        assert(CASE == 4 ? n > 9 : n != 10);
#elif CASE == 2
    assert(x % 3 >= 0);
#elif CASE == 3
    if (input())
        x = 3;
    if (x <= 5)
        assert(x != 5);
#else
    assert(x % 3 > -3 && (x >= 0 || x % 3 <= 0));
#endif
    return 0;
}
