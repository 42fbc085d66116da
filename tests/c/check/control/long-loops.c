// proved: -D CASE=1
// proved: -D CASE=2
// bug: -D CASE=3
// bug: -D CASE=4
// bug: -D CASE=5
// Programs with one execution, which is long: what it counts, also in memory, and how strings compare.
#include <assert.h>
#include <string.h>
int main(void)
{
    unsigned n = 0, i, last = 0;
    char a[2] = "a", b[2] = "b";
    int counter[1] = { 0 }, *p = counter;
    for (i = 0; i < 100000; i++) {
        n += 3;
        last = i;
        if (CASE != 1)
            *p = *p + 1;
    }
    assert(CASE > 2 || (n == 300000 && last == 99999));
    assert(CASE != 2 || *p == 100000);
    assert(CASE != 3 || strcmp(a, b) >= 0);
    assert(CASE != 4 || n == 300003);
    assert(CASE != 5 || last != 99999);
    return 0;
}
