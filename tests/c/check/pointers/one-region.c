// proved: -D FORM=0
// proved: -D FORM=1
// proved: -D FORM=2
// bug: -D FORM=3 --predicates one-region.txt
// bug: -D FORM=4 --predicates one-region.txt
// bug: -D FORM=5 --predicates one-region.txt
// A pointer that may lead to either of two objects makes them one for most questions. Accesses of which it is known where
// they lead are apart all the same; those of which it is not are not.
#include <assert.h>
#include <stdlib.h>

struct device { int mode; void *data; };
struct card { int on; int irq; char *name; };

int any(void);
static struct device device;
static struct card spare;

static void set(int *p, int value) { *p = value; }

int main(void)
{
    struct card *card = malloc(sizeof *card);
    /* Here the two objects become one region. */
    int *either = any() ? &card->on : any() ? &device.mode : &spare.on;
    *either = any();
    device.mode = 1;
    while (any()) {
#if FORM == 0
        card->on = any();
#elif FORM == 1
        set(&card->irq, 2);
        spare.on = 3;
#elif FORM == 2
        card->on = device.mode + 1;
        *(any() ? &card->on : &card->irq) = any();
#elif FORM == 3
        *either = 2;
#elif FORM == 4
        set(any() ? &card->irq : either, 2);
#elif FORM == 5
        struct card *other = any() ? card : (struct card *)either;
        other->on = 2;
#endif
    }
    assert(device.mode == 1);
    return 0;
}
