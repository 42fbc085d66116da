// proved: -D BUG=0 --property mutex
// bug: -D BUG=1 --property mutex
// bug: -D BUG=2 --property mutex
// bug: -D BUG=3 --property mutex
// The watched lock is an object that is made after the choice of what is watched.
struct lock { int x; };
void mutex_lock(struct lock *);
void mutex_unlock(struct lock *);
void *kmalloc(unsigned long, int);
int main(void)
{
    struct lock *p = kmalloc(sizeof *p, 0);
    if (!p)
        return 0;
    if (BUG != 2)
        mutex_lock(p);
    if (BUG == 1)
        mutex_lock(p);
    if (BUG != 3)
        mutex_unlock(p);
    return 0;
}
