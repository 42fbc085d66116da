// Execution starts in a routine that sets something up: where it fails, nothing may be held.
// bug: --property memory --entry device_init -D BUG=1
// says: memory is not freed at the end
// proved: --property memory --entry device_init -D BUG=0
// says: of the end, only failing returns of device_init were looked at
void *kmalloc(unsigned long, int);
void kfree(const void *);
int start_device(void *);

static void *buffer;

static int device_init(void) {
    buffer = kmalloc(64, 0);
    if (!buffer)
        return -12;
    int failed = start_device(buffer);
    if (failed < 0) {
        if (!BUG)
            kfree(buffer);
        return failed;
    }
    return 0;
}
