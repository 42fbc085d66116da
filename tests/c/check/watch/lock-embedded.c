// proved: -D BUG=0 --property mutex
// bug: -D BUG=1 --property mutex
// A lock in the middle of an allocated structure, through a helper.
struct lock { int x; };
struct device { int id; struct lock lock; int open; };
void mutex_lock(struct lock *);
void mutex_unlock(struct lock *);
void *kmalloc(unsigned long, int);
static void enter(struct device *d) { mutex_lock(&d->lock); d->open++; }
static void leave(struct device *d) { d->open--; mutex_unlock(&d->lock); }
int main(void)
{
    struct device *d = kmalloc(sizeof *d, 0);
    if (!d)
        return -12;
    d->open = 0;
    enter(d);
    if (BUG)
        enter(d);
    leave(d);
    return 0;
}
