// bug:
// A variable of a loop's body holds nothing that it held in the round before.
#include <assert.h>
int input(void);
int main(void)
{
    int first = 1;
    unsigned n = input();
    while (input()) {
        int x;
        if (first)
            x = 1;
        first = 0;
        if (x != 1)
            assert((n ^ n >> 3) != 0x1234567);
    }
    return 0;
}
