// proved: -D BUG=0
// bug: -D BUG=1
// memcmp and strlen on what was written before.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s { int a, b; };
int main(void)
{
    struct s x = { 1, 2 }, y = { 1, 2 };
    char text[8] = "abc";
    assert(memcmp(&x, &y, sizeof x) == 0);
    y.b = 3;
    assert(memcmp(&x, &y, sizeof x) < 0);
    assert(memcmp(&x, &y, sizeof x.a) == 0);
    assert(strlen(text) == 3);
    text[1] = 0;
    assert(strlen(text) == 1 + BUG);
    return 0;
}
