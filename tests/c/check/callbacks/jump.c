// A jump out of a function that is given away leads where the program does not get by itself.
// unknown:
#include <assert.h>
#include <setjmp.h>
void listen(void (*)(void));

static jmp_buf back;
static void leap(void) { longjmp(back, 1); }

int main(void) {
    int n = 0;
    listen(leap);
    if (setjmp(back))
        assert(n == 0);
    return 0;
}
