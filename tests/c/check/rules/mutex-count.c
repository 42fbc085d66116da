// The last reference comes with the mutex locked.
// proved: --property mutex
// bug: --property mutex -D BUG
struct mutex { int any; };
_Bool refcount_dec_and_mutex_lock(int *, struct mutex *);
void mutex_unlock(struct mutex *);
static struct mutex lock;
static int count;

int main(void)
{
    if (refcount_dec_and_mutex_lock(&count, &lock)) {
#ifndef BUG
        mutex_unlock(&lock);
#endif
    }
    return 0;
}
