// proved: -D BUG=0
// bug: -D BUG=1
// Atomic operations, in one thread.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int n = 1;
int main(void)
{
    int k = __VERIFIER_nondet_int(), old = 1;
    assert(__sync_fetch_and_add(&n, 2) == 1 && n == 3);
    assert(__sync_bool_compare_and_swap(&n, 3, k));
    assert(n == k);
    assert(__atomic_exchange_n(&n, 4, __ATOMIC_SEQ_CST) == k);
    assert(!__atomic_compare_exchange_n(&n, &old, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(old == 4 + BUG);
    return 0;
}
