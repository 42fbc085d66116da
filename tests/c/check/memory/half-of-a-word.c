// bug: -D CASE=1
// bug: -D CASE=2 --predicates half-of-a-word-2.txt
// bug: -D CASE=3 --predicates half-of-a-word-3.txt
// proved: -D CASE=4
// Values that are smaller than a word lie in either half of it, also where memory is seen as bytes.
#include <assert.h>
int input(void);
struct two { int a, b; };
struct three { long l; int a, b; };
int main(void)
{
    int n = input() & 1;
#if CASE == 1 || CASE == 4
    struct two s = { 0, 0 };
    char *bytes = (char *)&s;
    *(&s.a + n) = 5;
    assert(bytes[0] == 5 || bytes[4] == (CASE == 4 ? 5 : 0));
#elif CASE == 2
    struct two s;
    char *bytes = (char *)&s;
    s.a = 0;
    s.b = 5;
    while (input())
        ;
    if (bytes[0] == 0 && n == 1)
        assert(*(&s.a + n) == 0);
#else
    static struct three t[2];
    struct three *p = t + n;
    char *bytes = (char *)t;
    p->a = 0;
    p->b = 5;
    while (input())
        ;
    if (bytes[input() & 31] == 0 && p == t && p->a == 0)
        assert(p->b == 0);
#endif
    return 0;
}
