// A function with a body stores what it is given in a variable that another one gives away.
// unknown:
// says: may call changes (given to publish in main)
#include <assert.h>
struct table { void (*f[4])(int); };
void publish(struct table *);

static struct table table;
static int count, state;

static void add(void (*f)(int)) { table.f[count++ & 3] = f; }
static void changes(int n) { state = n; }

int main(void) {
    add(changes);
    publish(&table);
    assert(state == 0);
    return 0;
}
