// verdict: proved
// says: no fault: (unsigned long)n < 32ul at shift.c:10
#include <assert.h>
int number(void);
int done;

int main(void)
{
    int n = number();
    int bit = 1 << n;
    done = bit;
    assert(n < 32);
    return 0;
}
