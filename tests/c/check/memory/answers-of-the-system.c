// unknown: -D BUG=0
// bug: -D BUG=1
// No more is read than was asked for, and the time is told twice.
#include <assert.h>
long read(int, void *, __SIZE_TYPE__), time(long *);
int scanf(const char *, ...);
int main(void)
{
    char text[4];
    int x;
    long now, then = time(&now);
    assert(now == then);
    assert(scanf("%d", &x) <= 1);
    assert(read(0, text, sizeof text) <= (BUG ? 3 : 4));
    return 0;
}
