// proved: -D BUG=0 --entry run --property held.spec
// bug: -D BUG=1 --entry run --property held.spec
// What a parameter leads to was there before the object that is made: their parts are different objects.
struct lock { int v; };
struct device { int table[2]; struct lock lock; struct device *next; };
void *kmalloc(unsigned long, int);
void take(struct lock *);
void give(struct lock *);
int run(struct device *a)
{
    struct lock *p = kmalloc(sizeof *p, 0);
    if (!p)
        return 0;
    take(&a->lock);
    if (BUG)
        take(&a->next->lock);
    else
        take(p);
    give(p);
    give(&a->lock);
    return 0;
}
