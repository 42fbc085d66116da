// proved: -D BUG=0
// bug: -D BUG=1
// An anonymous union in a structure, with a tag that says which member counts.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct v { int tag; union { int i; char c; short *p; }; int after; };
static int get(const struct v *v) { return v->tag ? v->c : v->i; }
int main(void)
{
    struct v v = { .tag = 0, .i = 0x1ff, .after = 3 };
    if (__VERIFIER_nondet_int())
        v.tag = 1;
    assert(get(&v) == (v.tag ? -1 : 0x1ff));
    v.p = 0;
    assert(v.after == 3 + BUG);
    return 0;
}
