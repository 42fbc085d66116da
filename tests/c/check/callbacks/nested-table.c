// The table is behind a pointer of a structure on the heap, which is given away.
// unknown: -D WRITES=1
// says: may call shut (given to register_driver in main)
// proved: -D WRITES=0
#include <assert.h>
#include <stdlib.h>
struct operations { void (*open)(void); void (*shut)(void); };
struct inner { int n; struct operations *ops; };
struct driver { int n; struct inner in[2]; };
int register_driver(struct driver *);

static int state, other;

static void open(void) { other = 1; }
static void shut(void) {
    if (WRITES)
        state = 1;
    else
        other = 2;
}
static struct operations ops = { open, shut };

int main(void) {
    struct driver *d = malloc(sizeof *d);
    if (!d)
        return 0;
    d->in[1].ops = &ops;
    register_driver(d);
    assert(state == 0);
    return 0;
}
