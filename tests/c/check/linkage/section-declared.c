// Headers declare the bounds of a section that the program puts something into; where it does not use them, they do not
// matter. With BUG, it does.
// proved:
// unknown: -D BUG
// says: how the linker lays out the variables
#include <assert.h>
extern const int __start_numbers[], __stop_numbers[];
static const int one __attribute__((used, section("numbers"))) = 1;
int main(void)
{
#ifdef BUG
    assert(__start_numbers[0] == 1);
#endif
    assert(one == 1);
    return 0;
}
