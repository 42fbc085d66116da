// The table is left in an object of the caller's.
// unknown: --entry attach --property mutex
// says: may call open (given to wake_up in attach), which is not followed
struct mutex { int x; };
struct operations { void (*open)(void); };
struct device { struct operations *ops; };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
void wake_up(struct device *);

static struct mutex m;

static void open(void) {
    mutex_lock(&m);
    mutex_lock(&m);
}
static struct operations ops = { open };

int attach(struct device *d) {
    d->ops = &ops;
    mutex_lock(&m);
    wake_up(d);
    mutex_unlock(&m);
    return 0;
}
