// The routine calls another that fails and cleans up after it, or forgets to.
// bug: --property memory --entry probe_all -D BUG=1
// proved: --property memory --entry probe_all -D BUG=0
void *kmalloc(unsigned long, int);
void kfree(const void *);
int start(void);

static void *kept;

static int init_one(int n) {
    kept = kmalloc(8, 0);
    if (n && start() < 0)
        return -5;
    return 0;
}

int probe_all(void) {
    int failed = init_one(1);
    if (failed && !BUG)
        kfree(kept);
    return failed;
}
