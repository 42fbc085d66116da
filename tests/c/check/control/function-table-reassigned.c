// proved: -D BUG=0
// bug: -D BUG=1
// Operations of a structure are replaced while it is in use.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct dev;
struct ops { int (*open)(struct dev *); int (*close)(struct dev *); };
struct dev { const struct ops *ops; int n; };
static int open1(struct dev *d);
static int open2(struct dev *d) { d->n += 10; return 2; }
static int shut(struct dev *d) { d->n = 0; return 0; }
static const struct ops first = { open1, shut }, second = { .close = shut, .open = open2 };
static int open1(struct dev *d) { d->n += 1; d->ops = &second; return 1; }
int main(void)
{
    struct dev d = { &first, 0 };
    int r = d.ops->open(&d);
    assert(r == 1 && d.n == 1);
    if (__VERIFIER_nondet_int())
        d.ops->close(&d);
    r = d.ops->open(&d);
    assert(r == 2 && (d.n == 10 || d.n == 11 + BUG));
    return 0;
}
