// verdict: proved
// says: volatile: seen: holds what the program last wrote: no interrupt, device or other thread changes it
#include <assert.h>
static volatile int seen;

int main(void)
{
    seen = 0;
    assert(!seen);
    return 0;
}
