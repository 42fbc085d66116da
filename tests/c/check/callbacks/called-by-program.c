// A function that the program calls in a good order may be called in another one by whom it is given to.
// unknown: --property mutex
// proved: --property mutex --no-callbacks
struct mutex { int x; };
struct operations { void (*begin)(void); void (*end)(void); };
void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);
int register_driver(struct operations *);

static struct mutex m;

static void begin(void) { mutex_lock(&m); }
static void end(void) { mutex_unlock(&m); }
static struct operations ops = { begin, end };

int main(void) {
    register_driver(&ops);
    ops.begin();
    ops.end();
    return 0;
}
