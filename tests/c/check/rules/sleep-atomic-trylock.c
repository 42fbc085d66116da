// A lock that was tried and taken is a lock: giving it back leaves the one around it.
// proved: --property sleep_atomic
// bug: --property sleep_atomic -D BUG
typedef struct { int raw; } lock_t;
void spin_lock(lock_t *);
void spin_unlock(lock_t *);
int write_trylock(lock_t *);
void write_unlock(lock_t *);
void msleep(unsigned int);
static lock_t outer, inner;

int main(void)
{
    spin_lock(&outer);
    if (write_trylock(&inner))
        write_unlock(&inner);
#ifdef BUG
    msleep(1);
#endif
    spin_unlock(&outer);
    msleep(1);
    return 0;
}
