// The table is what the start returns.
// unknown: --entry get_operations --property mutex
// says: may call open, which is not followed
struct mutex { int x; };
struct operations { void (*open)(void); };
void mutex_lock(struct mutex *);

static struct mutex m;

static void open(void) {
    mutex_lock(&m);
    mutex_lock(&m);
}
static struct operations ops = { open };

struct operations *get_operations(void) {
    return &ops;
}
