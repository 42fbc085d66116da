// A table of functions is given away: what is in it may be called. With BUG, `open` locks twice, and a proof would be wrong.
// unknown: --property mutex -D BUG=1
// says: may call open (given to register_driver in main), which is not followed
// says: --entry open
// unknown: --property mutex -D BUG=0
// proved: --property mutex -D BUG=0 --no-callbacks
// says: register_driver: does not call open, which it has been given
// bug: --property mutex -D BUG=1 --entry open
// proved: --property mutex -D BUG=0 --entry open
struct mutex { int x; };
struct operations { int (*open)(int); int (*close)(int); };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
int register_driver(struct operations *);

static struct mutex m;

static int open(int n) {
    mutex_lock(&m);
    if (BUG && n == 7)
        mutex_lock(&m);
    mutex_unlock(&m);
    return 0;
}

static int close(int n) {
    return n;
}

static struct operations ops = { .open = open, .close = close };

int main(void) {
    return register_driver(&ops);
}
