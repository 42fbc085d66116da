// unknown: -D BUG=0
// bug: -D BUG=1
// Functions of the library copy pointers, and give back those that they find where arguments lead to.
#include <assert.h>
void bcopy(const void *, void *, __SIZE_TYPE__);
char *strsep(char **, const char *);
static int x, y;
int main(void)
{
    int *from[2] = { &x, &y }, *to[2] = { 0, 0 };
    char text[] = "a,b", *rest = text, *token;
    bcopy(from, to, sizeof from);
    *to[0] = 5;
    token = strsep(&rest, ",");
    token[0] = 'c';
    assert(x == (BUG == 1 ? 0 : 5));
    assert(text[0] == 'c');
    return 0;
}
