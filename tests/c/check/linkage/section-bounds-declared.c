// Headers declare the bounds of a section that the program puts something into: they matter only where they are used, be it
// in a function or in what a variable holds at the start.
// proved:
// unknown: -D CASE=1
// unknown: -D CASE=2
// says: how the linker lays out the variables
#include <assert.h>

extern const int __start_numbers[], __stop_numbers[];
static const int one __attribute__((used, section("numbers"))) = 1;
#if CASE == 2
static const int *first = __start_numbers;
#endif

int main(void)
{
#if CASE == 1
    assert(__start_numbers[0] == 1);
#elif CASE == 2
    assert(*first == 1);
#endif
    assert(one == 1);
    return 0;
}
