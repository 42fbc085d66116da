// stage: run; models: lp64, ilp32; exit: 21
// Lock discipline in straight code: the state is checked at each step.
#include <stdio.h>
typedef struct { volatile int locked; int depth_max; } spinlock_t;
#define DEFINE_SPINLOCK(x) spinlock_t x = { .locked = 0 }
static DEFINE_SPINLOCK(lock);
static unsigned long irq = 1;
#define spin_lock_irqsave(l, f) do { (f) = irq; irq = 0; if ((l)->locked++) return -1; } while (0)
#define spin_unlock_irqrestore(l, f) do { (l)->locked--; irq = (f); } while (0)
static int queue[3], len;
static int push(int v) {
    unsigned long flags;
    int err = 0;
    spin_lock_irqsave(&lock, flags);
    if (len == 3) { err = -28; goto unlock; }
    queue[len++] = v;
unlock:
    spin_unlock_irqrestore(&lock, flags);
    return err;
}
int main(void) {
    int e = 0;
    for (int i = 0; i < 5; i++) e += push(i);
    printf("%d %d %d %lu\n", e, len, lock.locked, irq);
    lock.locked = 1;
    return push(9) == -1 ? 21 : 22;
}
