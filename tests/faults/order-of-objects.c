// Which of two variables comes first is up to compilers.
// verdict: bug
// says: placement: the program makes use of where objects lie, and this happens with first at 0x
#include <assert.h>
static int first, second;

int main(void)
{
    if (&first > &second)
        assert(0);
    return 0;
}
