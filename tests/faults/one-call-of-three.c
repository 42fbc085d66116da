// The slice has only the second call: the values that it was given must come then.
// verdict: bug
// says: sample() returns 77
// not: left out
#include <assert.h>
int sample(void);
int ready(void);
static int last[3];

static int measure(int n)
{
    last[n] = ready() ? sample() : 0;
    return last[n];
}

int main(void)
{
    int first = measure(0);
    int second = measure(1);
    int third = measure(2);
    assert(second != 77);
    return first + third;
}
