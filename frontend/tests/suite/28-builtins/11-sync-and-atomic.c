// stage: run; models: lp64, ilp32; exit: 3
// __sync and __atomic builtins in a single thread.
#include <stdio.h>
int main(void) {
    int v = 10;
    printf("%d ", __sync_fetch_and_add(&v, 5));
    printf("%d ", __sync_add_and_fetch(&v, 1));
    printf("%d ", __sync_bool_compare_and_swap(&v, 16, 20));
    printf("%d\n", __sync_val_compare_and_swap(&v, 1, 2));
    __sync_synchronize();
    __atomic_store_n(&v, 7, __ATOMIC_RELEASE);
    printf("%d ", __atomic_load_n(&v, __ATOMIC_ACQUIRE));
    printf("%d ", __atomic_exchange_n(&v, 9, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_fetch_or(&v, 6, __ATOMIC_RELAXED));
    int want = 15;
    printf("%d ", __atomic_compare_exchange_n(&v, &want, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    printf("%d\n", v);
    return __sync_lock_test_and_set(&v, 1);
}
