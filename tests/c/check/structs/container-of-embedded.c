// unknown: -D BUG=0
// bug: -D BUG=1
// A structure within a structure: the work item is told apart from its device.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct work { void (*run)(struct work *); int n; };
struct dev { long pad; struct work w[2]; int done; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
static void run1(struct work *w) { container_of(w, struct dev, w[1])->done += w->n; }
static void run0(struct work *w) { container_of(w, struct dev, w[0])->done += 10 * w->n; }
int main(void)
{
    if (__VERIFIER_nondet_int())
        return 0;
    struct dev d = { 0, { { run0, 1 }, { run1, 2 } }, 0 };
    for (int i = 0; i < 2; i++)
        d.w[i].run(&d.w[i]);
    assert(d.done == 12 + BUG);
    return 0;
}
