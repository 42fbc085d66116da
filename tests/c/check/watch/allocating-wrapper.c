// proved: -D BUG=0 --property mutex
// bug: -D BUG=1 --property mutex
// bug: -D BUG=2 --property mutex
// Functions with a body make the object; one of them locks it as well.
struct lock { int x; };
void mutex_lock(struct lock *);
void mutex_unlock(struct lock *);
void *kmalloc(unsigned long, int);
static struct lock *make(void)
{
    struct lock *l = kmalloc(sizeof *l, 0);
    return l;
}
static struct lock *make_locked(void)
{
    struct lock *l = make();
    if (l)
        mutex_lock(l);
    return l;
}
int main(void)
{
    struct lock *p = BUG == 2 ? make() : make_locked();
    if (!p)
        return 0;
    if (BUG == 1)
        mutex_lock(p);
    mutex_unlock(p);
    return 0;
}
