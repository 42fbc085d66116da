// stage: run; models: lp64, ilp32; exit: 0
// Flags of <stdatomic.h>, and what setting and clearing one does to objects of other types: a byte is written.
#include <stdatomic.h>
#include <stdio.h>
static atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void) {
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set(&flag));

    int wide = 0x10200;
    printf("%d ", __atomic_test_and_set(&wide, __ATOMIC_SEQ_CST));
    printf("%x ", wide);
    printf("%d ", __atomic_test_and_set(&wide, __ATOMIC_SEQ_CST));
    __atomic_clear(&wide, __ATOMIC_SEQ_CST);
    printf("%x\n", wide);

    struct two { char first, second; } both = {0, 5};
    printf("%d ", __atomic_test_and_set(&both, __ATOMIC_RELAXED));
    printf("%d %d\n", both.first, both.second);
    return 0;
}
