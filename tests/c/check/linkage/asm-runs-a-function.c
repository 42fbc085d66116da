// unknown: -D BUG=0
// unknown: -D BUG=1
// unknown: -D BUG=0 --data-model ilp32
// unknown: -D BUG=1 --data-model ilp32
// Assembly at file scope that lets a function run before main.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int x;
void begin(void) { x = 1; }
#ifdef __LP64__
__asm__(".section .init_array,\"aw\"\n.quad begin\n.text");
#else
__asm__(".section .init_array,\"aw\"\n.long begin\n.text");
#endif
int main(void)
{
    assert(x == 1 - BUG);
    return 0;
}
