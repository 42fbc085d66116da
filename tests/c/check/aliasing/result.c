// bug:
// Pointers that functions without a body return may lead to one object as well.
#include <assert.h>
struct s { int a; long b; };
struct s *get(void);
char *bytes(void);
int main(void)
{
    struct s *q = get();
    char *p = bytes();
    q->b = 1;
    p[3] = 7;
    assert(q->b == 1);
    return 0;
}
