// A routine that is called while a device runs may keep what it takes; nothing is said about the end then. Locks are
// another matter.
// proved: --property memory --entry set_buffer
// says: nothing was said about the end: $end never happens where execution starts in set_buffer
// bug: --property memory --entry set_twice
// bug: --property mutex --entry set_locked
struct mutex { int x; };
void mutex_lock(struct mutex *);
void *kmalloc(unsigned long, int);
void kfree(const void *);

static void *buffer;
static struct mutex m;

int set_buffer(unsigned long size) {
    buffer = kmalloc(size, 0);
    return buffer ? 0 : -12;
}

int set_twice(unsigned long size) {
    buffer = kmalloc(size, 0);
    kfree(buffer);
    kfree(buffer);
    return -22;
}

int set_locked(unsigned long size) {
    mutex_lock(&m);
    return size ? 0 : -22;
}
