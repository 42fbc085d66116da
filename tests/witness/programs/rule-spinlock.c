// cegar: --property spinlock
typedef struct { int raw; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int nondet_int(void);
static spinlock_t lock;
int main(void)
{
    spin_lock(&lock);
    if (nondet_int())
        spin_lock(&lock);
    spin_unlock(&lock);
    return 0;
}
