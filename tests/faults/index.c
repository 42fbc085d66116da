// verdict: proved
// says: no fault: (unsigned long)(long)channel < 4ul at index.c:10
#include <assert.h>
int input(void);
static int gain[4];

int main(void)
{
    int channel = input();
    gain[channel] = 1;
    assert(channel >= 0 && channel < 4);
    return 0;
}
