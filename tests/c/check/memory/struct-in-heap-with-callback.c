// proved: -D BUG=0
// bug: -D BUG=1
// A block holds a pointer to a local and a callback that writes through it.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct req { int *result; void (*done)(struct req *); };
static void ok(struct req *r) { *r->result = 1; }
static void fail(struct req *r) { *r->result = -1; }
static void submit(struct req *r) { r->done(r); }
int main(void)
{
    int status = 0;
    struct req *r = malloc(sizeof *r);
    if (!r)
        return 0;
    r->result = &status;
    r->done = __VERIFIER_nondet_int() ? ok : fail;
    submit(r);
    assert(status == 1 || status == -1 + BUG);
    free(r);
    return 0;
}
