// proved: -D BUG=0
// bug: -D BUG=1
// A program may be started with its name only.
#include <assert.h>
int main(int argc, char **argv)
{
    assert(argc > BUG && argv[0]);
    return 0;
}
