// A function is stored in a part of a structure; only that part is given away. The function finds the whole.
// unknown: -D WRITES=1
// says: may call worker (given to schedule_work in main)
// proved: -D WRITES=0
#include <assert.h>
#include <stddef.h>
struct work { void (*func)(struct work *); };
struct device { int state; int other; struct work work; };
int schedule_work(struct work *);

static struct device device;

static void worker(struct work *w) {
    struct device *d = (struct device *)((char *)w - offsetof(struct device, work));
    if (WRITES)
        d->state = 1;
    else
        d->other = 1;
}

int main(void) {
    device.work.func = worker;
    schedule_work(&device.work);
    assert(device.state == 0);
    return 0;
}
