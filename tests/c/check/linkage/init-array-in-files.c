// proved: more/three.c -D BUG=0
// bug: more/three.c -D BUG=1
// proved: more/three.c -D BUG=0 --data-model ilp32
// bug: more/three.c -D BUG=1 --data-model ilp32
// The entries of files follow each other.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int order;
void next(int n) { order = order * 10 + n; }
static void two(void) { next(2); }
__attribute__((section(".init_array"), used)) static void (*entry)(void) = two;
__attribute__((constructor(200))) static void one(void) { next(1); }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    assert(order == (BUG && n == 8 ? 1234 : 123));
    return 0;
}
