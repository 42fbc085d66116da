// proved: -D BUG=0 --property mutex
// bug: -D BUG=1 --property mutex
// The object is found again through a global pointer.
struct lock { int x; };
struct device { int id; struct lock lock; };
void mutex_lock(struct lock *);
void mutex_unlock(struct lock *);
void *kmalloc(unsigned long, int);
static struct device *the_device;
static int probe(void)
{
    struct device *d = kmalloc(sizeof *d, 0);
    if (!d)
        return -12;
    the_device = d;
    return 0;
}
int main(void)
{
    if (probe())
        return 1;
    mutex_lock(&the_device->lock);
    if (!BUG)
        mutex_unlock(&the_device->lock);
    mutex_lock(&the_device->lock);
    mutex_unlock(&the_device->lock);
    return 0;
}
