// A routine that returns a pointer fails by one that is the number of an error. Null may be success: threads return it.
// bug: --property memory --entry port_init -D BUG=1
// proved: --property memory --entry port_init -D BUG=0
// proved: --property memory --entry thread_init -D BUG=1
// says: of the end, only failing returns
struct port { int n; };
void *kzalloc(unsigned long, int);
void kfree(const void *);
int open_port(struct port *);

struct port *port_init(int n) {
    struct port *p = kzalloc(sizeof *p, 0);
    if (!p)
        return (struct port *)-12L;
    p->n = n;
    if (open_port(p)) {
        if (!BUG)
            kfree(p);
        return (struct port *)-5L;
    }
    return p;
}

static void *kept;

void *thread_init(void *unused) {
    kept = kzalloc(8, 0);
    return 0;
}
