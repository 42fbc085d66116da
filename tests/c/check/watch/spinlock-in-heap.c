// proved: -D BUG=0 --property spinlock
// bug: -D BUG=1 --property spinlock
// The same, with the other kind of lock, and memory that is cleared.
typedef struct { int x; } spinlock_t;
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void *kzalloc(unsigned long, int);
int main(void)
{
    spinlock_t *p = kzalloc(sizeof *p, 0);
    if (!p)
        return 0;
    spin_lock(p);
    if (BUG)
        spin_lock(p);
    spin_unlock(p);
    return 0;
}
