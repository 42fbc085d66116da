// bug: --predicates written-two-calls-below.txt
// A variable that is written two calls below is not what it was.
#include <assert.h>
int input(void);
static int g;
static void lowest(void) { g = input(); }
static void middle(void) { lowest(); }
int main(void)
{
    middle();
    assert(g == 0);
    return 0;
}
