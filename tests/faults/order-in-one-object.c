// verdict: proved
// not: the answer is for one placement
#include <assert.h>
static int buffer[8];

int main(void)
{
    int *from = &buffer[1], *to = &buffer[5];
    assert(from < to && to - from == 4);
    return 0;
}
