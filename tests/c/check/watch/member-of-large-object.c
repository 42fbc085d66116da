// bug: -D BUG=1 --property held.spec
// proved: -D BUG=0 --property held.spec
// A part of an object is watched, and other code uses what lies behind it.
struct lock { int v; };
struct device { struct lock table[2]; int flag; };
void *kzalloc(unsigned long, int);
void take(struct lock *);
void give(struct lock *);
static struct device *make(void)
{
    struct device *d = kzalloc(sizeof(struct device), 0);
    if (!d)
        return 0;
    d->flag = 1;
    return d;
}
int main(void)
{
    struct device *p = make();
    if (!p)
        return -1;
    take(&p->table[1]);
    struct device *q = kzalloc(sizeof(struct device), 208);
    if (q && BUG)
        return 1;
    give(&p->table[1]);
    return 0;
}
