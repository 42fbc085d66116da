// unknown: -D BUG=0
// bug: -D BUG=1
// Copies by the names that kernels have for them: runs make them as well.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void RtlCopyMemory(void *, const void *, __SIZE_TYPE__), RtlZeroMemory(void *, __SIZE_TYPE__);
void RtlFillMemory(void *, __SIZE_TYPE__, int), memcpy_fromio(void *, const void *, __SIZE_TYPE__);
int main(void)
{
    unsigned a = __VERIFIER_nondet_int(), b = 1, c = 2, d = 3;
    RtlCopyMemory(&b, &a, sizeof b);
    memcpy_fromio(&c, &b, sizeof c);
    RtlFillMemory(&d, sizeof d, 1);
    assert(c == a && d == 0x1010101);
    RtlZeroMemory(&b, sizeof b);
    assert(b == 0);
    assert(!BUG || c < 100);
    return 0;
}
