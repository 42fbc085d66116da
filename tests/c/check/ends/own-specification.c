// Specifications of one's own: `$end` is that of rules, and `main.exit` happens where execution starts in main.
// bug: --property end.spec --entry disk_probe -D BUG=1
// proved: --property end.spec --entry disk_probe -D BUG=0
// says: of the end, only failing returns of disk_probe were looked at
// proved: --property main-exit.spec --entry disk_probe -D BUG=1
// says: nothing was said about the end: main.exit never happens where execution starts in disk_probe
// proved: --property end.spec --entry read_block -D BUG=1
// says: nothing was said about the end: $end never happens where execution starts in read_block
void *kmalloc(unsigned long, int);
void kfree(const void *);
int spin_up(void *);

int disk_probe(int number) {
    void *p = kmalloc(64, 0);
    if (!p)
        return -12;
    int failed = spin_up(p);
    if (failed) {
        if (!BUG || number)
            kfree(p);
        return -5;
    }
    return 0;
}

int read_block(int number) {
    void *p = kmalloc(512, 0);
    if (!p)
        return -12;
    if (number < 0)
        return -22;
    kfree(p);
    return 0;
}
