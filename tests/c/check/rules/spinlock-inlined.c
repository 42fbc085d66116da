// A kernel that inlines spin_unlock calls another function in it; a count may take the lock that it is given.
// proved: --property spinlock
// bug: --property spinlock -D KEPT
// bug: --property spinlock -D TWICE
typedef struct { int raw; } lock_t;
void _raw_spin_lock(lock_t *);
void __raw_spin_unlock(lock_t *);
_Bool refcount_dec_and_lock(int *, lock_t *);
static lock_t lock;
static int count;

int main(void)
{
    _raw_spin_lock(&lock);
#ifdef TWICE
    refcount_dec_and_lock(&count, &lock);
#endif
    __raw_spin_unlock(&lock);
    if (refcount_dec_and_lock(&count, &lock)) {
#ifndef KEPT
        __raw_spin_unlock(&lock);
#endif
    }
    return 0;
}
