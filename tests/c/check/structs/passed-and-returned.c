// proved: -D BUG=0
// bug: -D BUG=1
// Structures go by value through calls, nested ones, recursion and a table of functions.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct range {
    int from, to;
    struct {
        short step[2];
    } inner;
};

static struct range moved(struct range r, int by)
{
    r.from += by;
    r.to += by;
    return r;
}

static struct range grown(struct range r, int times)
{
    if (times <= 0)
        return r;
    r.to += r.inner.step[1];
    return grown(moved(r, 0), times - 1);
}

static struct range (*const table[])(struct range, int) = { moved, grown };

int main(void)
{
    struct range r = { 10, 20, { { 1, 2 } } };
    int which = __VERIFIER_nondet_int();
    if (which != 0 && which != 1)
        return 0;
    struct range s = table[which](r, 3);
    assert(r.from == 10 && r.to == 20);
    if (which == 0)
        assert(s.from == 13 && s.to == 23);
    else
        assert(s.from == 10 && s.to == 26 + BUG);
    return 0;
}
