// verdict: proved
// says: memory: &first > &second at order-of-objects.c:8: the answer is for one placement of objects
#include <assert.h>
static int first, second;

int main(void)
{
    if (&first > &second)
        assert(0);
    return 0;
}
