// A `main` that stands for the kernel beside the routine that execution starts with.
// bug: --property memory --entry device_init -D BUG=1
// proved: --property memory --entry device_init -D BUG=0
// bug: --property memory -D BUG=1
// proved: --property memory -D BUG=0
void *kmalloc(unsigned long, int);
void kfree(const void *);
int start_device(void *);

static void *buffer;

static int device_init(void) {
    buffer = kmalloc(64, 0);
    if (!buffer)
        return -12;
    if (start_device(buffer)) {
        if (!BUG)
            kfree(buffer);
        return -5;
    }
    return 0;
}

static void device_exit(void) {
    kfree(buffer);
}

int main(void) {
    if (device_init() == 0)
        device_exit();
    return 0;
}
