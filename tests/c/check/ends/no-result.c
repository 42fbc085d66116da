// A routine that cannot say that it failed has no end that we know; nor has one that its caller cleans up after.
// proved: --property memory --entry init_all
// says: nothing was said about the end
// proved: --property memory --entry init_one
// says: nothing was said about the end
// proved: --property memory --entry init_flags
// says: nothing was said about the end
void *kmalloc(unsigned long, int);
void kfree(const void *);
int start(void);

static void *kept;

void init_all(void) { kept = kmalloc(8, 0); }

unsigned init_flags(void) {
    kept = kmalloc(8, 0);
    return -1;
}

int init_one(int n) {
    kept = kmalloc(8, 0);
    if (n && start() < 0)
        return -5;
    return 0;
}

int probe_all(void) {
    int failed = init_one(1);
    if (failed)
        kfree(kept);
    return failed;
}
