// To lock an object is not to give away the functions in it; to give it to somebody else is.
// proved: --property mutex
// unknown: --property mutex -D GIVEN
// says: may call begin, end (given to watch_device in main)
struct mutex { int x; };
struct device { struct mutex lock; void (*begin)(struct device *); void (*end)(struct device *); };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
void watch_device(struct device *);

static void begin(struct device *d) { mutex_lock(&d->lock); }
static void end(struct device *d) { mutex_unlock(&d->lock); }
static struct device device = { .begin = begin, .end = end };

int main(void) {
#ifdef GIVEN
    watch_device(&device);
#endif
    device.begin(&device);
    device.end(&device);
    return 0;
}
