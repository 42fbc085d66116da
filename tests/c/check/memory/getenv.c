// proved: -D BUG=0
// bug: -D BUG=1
// The environment may have the variable: null is not the only answer.
#include <stdlib.h>
void reach_error(void);
static int state;
int main(void)
{
    if (getenv("MODE"))
        state = 1;
    if (state > 1 - BUG)
        reach_error();
    return 0;
}
