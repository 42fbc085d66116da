// What functions that are given away do has nothing to do with the assertion: they end the program, run for ever, and
// write what nobody reads.
// proved:
#include <assert.h>
#include <stdlib.h>
void listen(void (*)(int));

static int seen, x;

static void ends(int n) {
    if (n)
        abort();
    exit(0);
}
static void stays(int n) {
    while (n)
        seen++;
}
static void fails(int n) { x = n; }

int main(void) {
    int y = 5;
    listen(ends);
    listen(stays);
    listen(fails);
    assert(y == 5);
    return x;
}
