// Execution never comes to an end: nothing is said about it, and the answer says so.
// proved: --property memory
// says: nothing was said about the end: $end never happens where execution starts in main
// proved: --property mutex
// says: nothing was said about the end: $main.exit never happens where execution starts in main
struct mutex { int x; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
void *kmalloc(unsigned long, int);
void kfree(const void *);

static struct mutex m;

int main(void) {
    mutex_lock(&m);
    void *p = kmalloc(8, 0);
    for (;;) {
        mutex_unlock(&m);
        mutex_lock(&m);
        kfree(p);
        p = kmalloc(8, 0);
    }
}
